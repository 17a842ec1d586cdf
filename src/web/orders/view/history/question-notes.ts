import * as z from 'zod/mini'
import { askedLabel } from '#web/questions/askable-fields.ts'
import type { OrderEvent } from './event-labels.ts'

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

/** What a question asked, and what an answer to it holds besides what it corrected. */
export function questionNotes({
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
