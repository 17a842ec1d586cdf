import { eventDetails } from './event-details.ts'
import { eventWords, type OrderEvent } from './event-labels.ts'
import css from './EventText.module.css'
import { GivenText } from '#web/ui/GivenText.tsx'

/** What was done, to which document, what it replaced by what, and why. */
export function EventText({ event }: { event: OrderEvent }) {
  const { name, reason, changes } = eventDetails(event)
  return (
    <>
      <GivenText>{eventWords(event)}</GivenText>
      {name && (
        <span className={css.line}>
          <GivenText>{name}</GivenText>
        </span>
      )}
      {[...changes.entries()].map(([index, { label, from, to }]) => (
        <span key={index} className={css.line}>
          <span className={css.label}>{label}: </span>
          <GivenText>{from}</GivenText> → <GivenText>{to}</GivenText>
        </span>
      ))}
      {reason && (
        <span className={css.line}>
          <span className={css.label}>Reason: </span>
          <GivenText>{reason}</GivenText>
        </span>
      )}
    </>
  )
}
