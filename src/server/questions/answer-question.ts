import * as z from 'zod/mini'
import { customerActor, type EventDetails } from '#contract/rules/order-events.ts'
import { askedKind, passportPage } from '#contract/rules/question-fields.ts'
import type { AnswerFault } from '#contract/visitor-page-data.ts'
import { applyCorrection } from '#server/corrections/correct-order.ts'
import { storeCustomerFile, type CustomerFile } from '#server/messages/store-customer-file.ts'
import { openStatuses, resumeOnReply } from '#server/orders/change-status.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { findMalware } from '#server/platform/files/scan-file.ts'
import { sniff } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { readForm, Upload } from '#server/platform/http/multipart.ts'
import { toStorable } from '#server/platform/storable.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { AnyoneActor, Call, CustomerActor, Work } from '#server/platform/work.ts'
import { intakeOrder } from '#contract/intake.ts'
import { isTooLong } from '#contract/rules/field-lengths.ts'
import type { FieldKind } from '#contract/rules/order-fields.ts'
import type { EmailOwner } from './admit-customer.ts'
import type { QuestionRow } from './find-question.ts'
import { questionContent, type QuestionContent } from './question-content.ts'
import { closeAnswered, selectRecipients } from './questions.queries.ts'

/** What intake has against a field, by its kind; any other is too long. */
const faultByKind: Partial<Record<FieldKind | 'file', AnswerFault>> = {
  date: 'date',
  dateTime: 'date',
  email: 'email',
}

/** Fields that intake's schema needs besides the answers. */
const restOfOrder = { landing_domain: 'answer', email: 'answer@example.com' }

/** What intake's own schema has against answers, by key. */
function intakeFaults(values: Readonly<Record<string, string>>): Record<string, AnswerFault> {
  const parsed = z.safeParse(intakeOrder, { ...restOfOrder, ...values })
  const faults: Record<string, AnswerFault> = {}
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0])
    if (Object.hasOwn(values, key)) faults[key] ??= faultByKind[askedKind(key)] ?? 'tooLong'
  }
  return faults
}

/**
 * Why the answers to a question are not taken, by key: a link works once, so that each field has to be answered. What the
 * customer gave before is asked about once, and right when it is sent again (`confirmed`).
 */
function answerFaults(
  { fields, given }: QuestionContent,
  values: Readonly<Record<string, string>>,
  confirmed: readonly string[],
): Record<string, AnswerFault> {
  const asked = fields.filter((key) => key !== passportPage)
  const answered = asked.filter((key) => values[key])
  return {
    ...Object.fromEntries(
      asked.flatMap((key): [string, AnswerFault][] => {
        if (!values[key]) return [[key, 'missing']]
        if (isTooLong(key, values[key])) return [[key, 'tooLong']]
        return values[key] === given[key]?.trim() && !confirmed.includes(key) ? [[key, 'same']] : []
      }),
    ),
    ...intakeFaults(Object.fromEntries(answered.map((key) => [key, values[key] ?? '']))),
  }
}

/** What a customer has posted. */
interface PostedFields {
  values: Readonly<Record<string, string>>
  /** Keys that were said to be what was given before. */
  confirmed: readonly string[]
  file: Upload | undefined
}

const formFields = z.record(z.string(), z.string())

/** As intake has it: an input of date and time leaves out the seconds. */
const asIntakeHasIt = (key: string, value: string): string =>
  askedKind(key) === 'dateTime' ? value.replace(/^(\S{10})T(\d\d:\d\d)$/, '$1 $2:00') : value

/** The fields of a form, as every call's may be stored. */
export function postedFields({ fields, file }: Awaited<ReturnType<typeof readForm>>): PostedFields {
  const values = Object.entries(z.parse(formFields, toStorable(fields))).map(
    ([key, value]) => [key, asIntakeHasIt(key, value.trim())] as const,
  )
  return { values: Object.fromEntries(values), confirmed: (fields['confirmed'] ?? '').split(','), file }
}

type Prepared = { file: CustomerFile | null } | { fault: AnswerFault }

/** The file as it is to be kept; a fault where one is asked for and none can be taken. */
async function prepareFile(
  call: Call<AnyoneActor>,
  { fields }: QuestionContent,
  upload: Upload | undefined,
): Promise<Prepared> {
  if (!fields.includes(passportPage)) return { file: null }
  if (!upload) return { fault: 'noFile' }
  const kind = await sniff(upload.bytes)
  if (!kind) return { fault: 'fileKind' }
  if ((await findMalware(call, upload.bytes)) !== null) return { fault: 'fileRefused' }
  const stored = call.files.seal('message_files.file_key', upload.bytes)
  return { file: { name: upload.name, contentType: kind.contentType, bytes: upload.bytes, stored } }
}

const reason = 'Answered by the customer.'

interface Answer {
  question: QuestionContent
  owner: EmailOwner
  values: Readonly<Record<string, string>>
  file: CustomerFile | null
}

/** What of an answer corrects the order; a field that a member corrected since it was asked keeps their value. */
function sortAnswers(
  work: Work<CustomerActor>,
  order: OrderRow,
  { question: { fields, given }, values }: Answer,
): {
  changes: Record<string, string>
  details: Omit<EventDetails<'answered by the customer'>, 'hasFile' | 'proof'>
} {
  const current = openCustomerData(work, order).fields
  const answers = fields.flatMap((key): [string, string][] => (values[key] ? [[key, values[key]]] : []))
  const isRight = ([key, value]: [string, string]) => value === (current[key] ?? '')
  const isOfMember = ([key]: [string, string]) => (current[key] ?? '') !== (given[key] ?? '')
  const differing = answers.filter((answer) => !isRight(answer))
  const changes = Object.fromEntries(differing.filter((answer) => !isOfMember(answer)))
  return {
    changes,
    details: {
      fields: Object.keys(changes),
      confirmed: answers.filter(isRight).map(([key]) => key),
      notTaken: Object.fromEntries(differing.filter(isOfMember)),
    },
  }
}

/** In the transaction that takes the answer; false where the question or its order is not open any more. */
async function takeAnswer(work: Work<CustomerActor>, row: QuestionRow, answer: Answer): Promise<boolean> {
  const { tx, now } = work
  const { order_id: orderId, mail_id: mailId } = row
  const order = await lockOrder(work, orderId)
  if (!openStatuses.includes(order.process_status) || !(await closeAnswered(tx, row.id, now))) return false
  const { changes, details } = sortAnswers(work, order, answer)
  if (details.fields.length > 0) {
    const corrected = await applyCorrection(work, order, { changes, reason })
    if ('issues' in corrected)
      throw new Error(`Order ${orderId} does not fit intake's schema: ${corrected.issues[0]?.message}`)
  }
  if (answer.file)
    await storeCustomerFile(
      work,
      { orderId, email: order.email, mailId, subject: 'Photo of the passport page', text: reason },
      answer.file,
    )
  const proof = {
    linkTo: await selectRecipients(tx, row),
    email: answer.owner === 'order' ? order.email : order.traveller_email,
  }
  const told = { ...details, hasFile: answer.file !== null, proof }
  if (!(await resumeOnReply(work, orderId, 'answered by the customer', told)))
    await recordEvent(work, { orderId, action: 'answered by the customer', details: told })
  return true
}

/**
 * Takes the answer of an admitted customer: a correction by 'Customer', the file as one that came by mail, and the order
 * goes from Awaiting back to New (product §12). Otherwise what is the matter, by key, or `over` where the question ended
 * meanwhile; of two answers at once one is taken.
 */
export async function answerQuestion(
  call: Call<AnyoneActor>,
  row: QuestionRow,
  { values, confirmed, file: upload, owner }: PostedFields & { owner: EmailOwner },
): Promise<'taken' | 'over' | { faults: Record<string, AnswerFault> }> {
  const question = call.seal.open(questionContent, 'customer_questions.sealed', row.order_id, row.sealed)
  const faults = answerFaults(question, values, confirmed)
  const prepared = await prepareFile(call, question, upload)
  if ('fault' in prepared) return { faults: { ...faults, [passportPage]: prepared.fault } }
  if (Object.keys(faults).length > 0) return { faults }
  const { file } = prepared
  const actor: CustomerActor = { kind: 'customer', name: customerActor }
  const isTaken = await storeWithRows(call, file ? [file.stored] : [], (tx) =>
    takeAnswer({ ...call, actor, tx }, row, { question, owner, values, file }),
  )
  return isTaken ? 'taken' : 'over'
}
