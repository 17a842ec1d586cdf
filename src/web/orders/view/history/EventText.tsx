import * as z from 'zod/mini'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { askedLabel } from '#web/questions/askable-fields.ts'
import { eventDetails } from './event-details.ts'
import { eventLabel, type OrderEvent } from './event-labels.ts'
import css from './history.module.css'

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

export const EventText = ({ event }: { event: OrderEvent }) => (
  <>
    <ExternalText>{eventLabel(event)}</ExternalText>
    <EventDetails event={event} />
  </>
)

interface EventNote {
  label: string
  text: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const keyList = z.array(z.string())
const answersByKey = z.record(z.string(), z.string())

const labelList = (keys: unknown): string =>
  (z.safeParse(keyList, keys).data ?? []).map(askedLabel).join(', ')

const proofSchema = z.object({ linkTo: z.array(z.string()), email: z.string() })

const proofText = (proof: unknown): string => {
  const { data } = z.safeParse(proofSchema, proof)
  return data ? `the link mailed to ${data.linkTo.join(', ')}, and the e-mail ${data.email}` : ''
}

/** The text of a question, and the parts of an answer that are not corrections. */
function questionNotes({
  text,
  fields,
  confirmed,
  notTaken,
  hasFile,
  proof,
}: OrderEvent['details']): EventNote[] {
  const answers = Object.entries(z.safeParse(answersByKey, notTaken).data ?? {})
  return [
    ...(text === undefined ? [] : [{ label: 'Asked', text: labelList(fields) }]),
    { label: 'Text', text: textOf(text) },
    { label: 'Right as it was', text: labelList(confirmed) },
    ...answers.map(([key, answer]) => ({
      label: `${askedLabel(key)}, not taken because a member had corrected it`,
      text: answer,
    })),
    { label: 'File', text: hasFile === true ? 'in the messages' : '' },
    { label: 'Proven by', text: proofText(proof) },
  ].filter((note) => note.text !== '')
}
