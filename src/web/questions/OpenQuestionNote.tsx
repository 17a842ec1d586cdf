import type { OpenQuestion } from '#contract/order-details.ts'
import { displayDate, estDate, estTimestamp } from '#contract/rules/dates.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { askedLabel } from './askable-fields.ts'
import css from './questions.module.css'

/** An unanswered question to the customer, with the state of its mail. */
export function OpenQuestionNote({ question }: { question: OpenQuestion }) {
  const { asked_at, by, fields, text, due_at, until, is_over, mail_state } = question
  const asked = displayDate(estDate(new Date(asked_at)))
  return (
    <p className={`flex wrap small tight ${css.note}`}>
      <Icon name="help" size={14} />
      <span className={`break-words ${css.noteWords}`} title={text || undefined}>
        <b>
          Asked {asked} by <ExternalText>{by}</ExternalText>:
        </b>{' '}
        {fields.map(askedLabel).join(', ')}
        {'; '}
        {is_over
          ? `not answered, the link ended ${estTimestamp(until)}`
          : `until ${estTimestamp(due_at ?? until)}`}
      </span>
      {mail_state && (
        <span className="muted">
          mail <MailState state={mail_state} />
        </span>
      )}
    </p>
  )
}
