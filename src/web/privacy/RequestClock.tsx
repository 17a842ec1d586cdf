import type { RequestSummary } from '#contract/privacy-list.ts'
import { requestClock } from '#contract/rules/privacy.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './privacy.module.css'
import { useNow } from '#web/lib/use-now.ts'

type Clocked = Pick<RequestSummary, 'asked_at' | 'closed_at'>

/** Remaining time: grey, amber under 12 hours, red when late. */
export function ClockText({ request }: { request: Clocked }) {
  const { text, tone } = requestClock(request, useNow())
  return (
    <span className={css[tone]}>
      {(tone === 'soon' || tone === 'late') && <Icon name={tone === 'soon' ? 'clock' : 'alert'} size={13} />}
      {text}
    </span>
  )
}

/** The clock as a bar; renders nothing for a closed request. */
export function ClockBar({ request }: { request: Clocked }) {
  const { tone, percent } = requestClock(request, useNow())
  if (tone === 'closed') return null
  return (
    <span className={css.bar} data-tone={tone} aria-hidden="true">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}
