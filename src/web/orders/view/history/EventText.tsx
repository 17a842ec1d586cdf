import { eventDetails } from './event-details.ts'
import { eventLabel, type OrderEvent } from './event-labels.ts'
import { questionNotes } from './question-notes.ts'
import css from './history.module.css'
import { ExternalText } from '#web/ui/ExternalText.tsx'

/** What an event concerned and changed: document, changed values and reason. */
export function EventDetails({ event }: { event: OrderEvent }) {
  const { name, reason, changes } = eventDetails(event)
  return (
    <>
      {name && (
        <span className={css.line}>
          <ExternalText>{name}</ExternalText>
        </span>
      )}
      {[...changes.entries()].map(([index, { label, from, to }]) => (
        <span key={index} className={css.line}>
          <span className="faint">{label}: </span>
          <ExternalText>{from}</ExternalText> → <ExternalText>{to}</ExternalText>
        </span>
      ))}
      {questionNotes(event.details).map(({ label, text }) => (
        <span key={label} className={css.line}>
          <span className="faint">{label}: </span>
          <ExternalText>{text}</ExternalText>
        </span>
      ))}
      {reason && (
        <span className={css.line}>
          <span className="faint">Reason: </span>
          <ExternalText>{reason}</ExternalText>
        </span>
      )}
    </>
  )
}

/** An event as text: action, document, changed values and reason. */
export const EventText = ({ event }: { event: OrderEvent }) => (
  <>
    <ExternalText>{eventLabel(event)}</ExternalText>
    <EventDetails event={event} />
  </>
)
