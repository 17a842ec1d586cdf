import { fillText } from '#contract/rules/fill-text.ts'
import { localizedMoment, zoneName } from '#contract/rules/localized-moments.ts'
import type { DueTexts } from '#contract/visitor-page-data.ts'
import { Icon } from '../Icon.tsx'
import { useLanguage } from '../localization.ts'
import { useIsHydrated } from '../use-is-hydrated.ts'
import style from './answer.module.css'

/** By when, in the device's time once that is known, and in Jakarta's; and why. */
export function DueBox({ due: { device, ...asServed } }: { due: DueTexts }) {
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const shown = isHydrated && device ? inDeviceTime(language, device) : asServed
  return (
    <div className={style.due}>
      <Icon name="clock" size={22} />
      <p>
        {shown.by}
        <small>{[shown.inJakarta, asServed.why].filter(Boolean).join(' ')}</small>
      </p>
    </div>
  )
}

function inDeviceTime(language: ReturnType<typeof useLanguage>, device: NonNullable<DueTexts['device']>) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const at = new Date(device.at)
  const by = fillText(device.by, {
    moment: localizedMoment(language, at, timeZone),
    zone: zoneName(language, at, timeZone),
  })
  return { by, inJakarta: timeZone === 'Asia/Jakarta' ? '' : device.inJakarta }
}
