import type { MailStateName } from '#contract/messages.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { mailStateLooks } from './mail-states.ts'
import css from './MailState.module.css'

/** How far a mail has come: mark and word. */
export function MailState({ state, title }: { state: MailStateName; title?: string }) {
  const { label, mark, tone } = mailStateLooks[state]
  return (
    <span className={css[tone]} title={title}>
      <Icon name={mark} size={13} />
      {label}
    </span>
  )
}
