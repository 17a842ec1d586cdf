import { mailStateLabels, type MailStateName } from '#contract/rules/mail-states.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { mailStateAppearances } from './mail-states.ts'
import css from './MailState.module.css'

export function MailState({ state, title }: { state: MailStateName; title?: string }) {
  const { icon, tone } = mailStateAppearances[state]
  return (
    <span className={css[tone]} title={title}>
      <Icon name={icon} size={13} />
      {mailStateLabels[state]}
    </span>
  )
}
