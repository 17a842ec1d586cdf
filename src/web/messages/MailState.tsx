import { Icon } from '#web/ui/Icon.tsx'
import { mailStateAppearances } from './mail-states.ts'
import css from './MailState.module.css'

export function MailState({ state, title }: { state: keyof typeof mailStateAppearances; title?: string }) {
  const { label, icon, tone } = mailStateAppearances[state]
  return (
    <span className={css[tone]} title={title}>
      <Icon name={icon} size={13} />
      {label}
    </span>
  )
}
