import { Icon } from '#web/ui/Icon.tsx'
import { doubtedAppearance, mailStateAppearances } from './mail-states.ts'
import css from './MailState.module.css'

interface MailStateProps {
  state: keyof typeof mailStateAppearances
  title?: string
  /** A notice says that the mail may have bounced. */
  isDoubted?: boolean
}

export function MailState({ state, title, isDoubted = false }: MailStateProps) {
  const { label, icon, tone } = isDoubted ? doubtedAppearance : mailStateAppearances[state]
  return (
    <span className={css[tone]} title={title}>
      <Icon name={icon} size={13} />
      <span className={css.label}>{label}</span>
    </span>
  )
}
