import * as z from 'zod/mini'
import { customerActor, type EventDetails } from '#contract/rules/order-events.ts'
import type { DocumentFault } from '#contract/rules/document-faults.ts'
import { askedKind, passportPage } from '#contract/rules/question-fields.ts'
import type { AnswerFault } from '#contract/visitor-page-data.ts'
import { applyCorrection } from '#server/corrections/correct-order.ts'
import { storeCustomerFile, type CustomerFile } from '#server/messages/store-customer-file.ts'
import { openStatuses, resumeOnReply } from '#server/orders/change-status.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { findMalware } from '#server/platform/files/scan-file.ts'
import { openDocument } from '#server/platform/files/open-document.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { readForm, Upload } from '#server/platform/http/multipart.ts'
import { toStorable } from '#server/platform/storable.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { AnyoneActor, Call, CustomerActor, Work } from '#server/platform/work.ts'
import { intakeOrder } from '#contract/intake.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { isTooLong } from '#contract/rules/field-lengths.ts'
import { mailAddressFault } from '#contract/rules/mail-address.ts'
import type { FieldKind } from '#contract/rules/order-fields.ts'
import { canBeMeant, dateThatMayBeMeant, travelDateKeys } from '#contract/rules/travel-dates.ts'
import type { EmailOwner } from './admit-customer.ts'
import type { QuestionRow } from './find-question.ts'
import { questionContent, type QuestionContent } from './question-content.ts'
import { closeAnswered, selectRecipients } from './questions.queries.ts'

/** The fault of a field that intake refuses, by its kind; any other field is too long. */
const faultByKind: Partial<Record<FieldKind | 'file', AnswerFault>> = {
  date: 'date',
  dateTime: 'date',
  email: 'email',
}

/** Fields that intake's schema requires besides the answers. */
const restOfOrder = { landing_domain: 'answer', email: 'answer@example.com' }

function intakeFaults(values: Readonly<Record<string, string>>): Record<string, AnswerFault> {
  const parsed = z.safeParse(intakeOrder, { ...restOfOrder, ...values })
  const faults: Record<string, AnswerFault> = {}
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0])
    if (Object.hasOwn(values, key)) faults[key] ??= faultByKind[askedKind(key)] ?? 'tooLong'
  }
  return faults
}

/** What intake takes from sites, but people in front of a form are asked again (product §16). */
function unmeantFaults(values: Readonly<Record<string, string>>, today: string): Record<string, AnswerFault> {
  const faults = Object.entries(values).flatMap(([key, value]): [string, AnswerFault][] => {
    if (askedKind(key) === 'email') return mailAddressFault(value) === null ? [] : [[key, 'email']]
    const isTravelDay = travelDateKeys.some((it) => it === key)
    if (!isTravelDay || canBeMeant(value.slice(0, 10), today)) return []
    return [[key, dateThatMayBeMeant(value, today) === null ? 'date' : 'notMeant']]
  })
  return Object.fromEntries(faults)
}

/** A link works once, so each field must be answered. A value equal to the earlier one needs `confirmed`. */
function answerFaults(
  { fields, given }: QuestionContent,
  values: Readonly<Record<string, string>>,
  { confirmed, today }: { confirmed: readonly string[]; today: string },
): Record<string, AnswerFault> {
  const asked = fields.filter((key) => key !== passportPage)
  const answers = Object.fromEntries(asked.flatMap((key) => (values[key] ? [[key, values[key]]] : [])))
  return {
    ...Object.fromEntries(
      asked.flatMap((key): [string, AnswerFault][] => {
        if (!values[key]) return [[key, 'missing']]
        if (isTooLong(key, values[key])) return [[key, 'tooLong']]
        return values[key] === given[key]?.trim() && !confirmed.includes(key) ? [[key, 'same']] : []
      }),
    ),
    ...intakeFaults(answers),
    ...unmeantFaults(answers, today),
  }
}

interface PostedFields {
  values: Readonly<Record<string, string>>
  /** Keys whose fault was the earlier value. */
  confirmed: readonly string[]
  file: Upload | undefined
}

const formFields = z.record(z.string(), z.string())

/** Adds the seconds that an input of date and time leaves out. */
const withSeconds = (key: string, value: string): string =>
  askedKind(key) === 'dateTime' ? value.replace(/^(\S{10})T(\d\d:\d\d)$/, '$1 $2:00') : value

/** Normalised like the fields of every call. */
export function postedFields({ fields, file }: Awaited<ReturnType<typeof readForm>>): PostedFields {
  const values = Object.entries(z.parse(formFields, toStorable(fields))).map(
    ([key, value]) => [key, withSeconds(key, value.trim())] as const,
  )
  return { values: Object.fromEntries(values), confirmed: (fields['confirmed'] ?? '').split(','), file }
}

/** A customer photographs a page, so a form of Acrobat or a locked file is a rare mistake with one remedy. */
const fileFaults = {
  empty: 'fileEmpty',
  cutOff: 'fileCutOff',
  damaged: 'fileCutOff',
  password: 'fileLocked',
  acrobatOnly: 'fileLocked',
  heic: 'fileHeic',
  type: 'fileKind',
} as const satisfies Record<DocumentFault, AnswerFault>

type Prepared = { file: CustomerFile | null } | { fault: AnswerFault }

/** The file in its stored form; a fault if one is required and this is not acceptable. */
async function prepareFile(
  call: Call<AnyoneActor>,
  { fields }: QuestionContent,
  upload: Upload | undefined,
): Promise<Prepared> {
  if (!fields.includes(passportPage)) return { file: null }
  if (!upload) return { fault: 'noFile' }
  const opened = await openDocument(upload.bytes)
  if ('fault' in opened) return { fault: fileFaults[opened.fault] }
  if ((await findMalware(call, upload.bytes)) !== null) return { fault: 'fileRefused' }
  const stored = call.files.seal('message_files.file_key', upload.bytes)
  return { file: { name: upload.name, contentType: opened.kind.contentType, bytes: upload.bytes, stored } }
}

const reason = 'Answered by the customer.'

interface Answer {
  question: QuestionContent
  owner: EmailOwner
  values: Readonly<Record<string, string>>
  file: CustomerFile | null
}

/**
 * The part of an answer that corrects the order; a field that a member corrected since the question keeps its value.
 */
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

/** Stores the answer in the caller's transaction; false if the question or its order is no longer open. */
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
 * Returns faults by key, or `over` if the question ended meanwhile. Of two concurrent answers one is accepted (product
 * §12).
 */
export async function answerQuestion(
  call: Call<AnyoneActor>,
  row: QuestionRow,
  { values, confirmed, file: upload, owner }: PostedFields & { owner: EmailOwner },
): Promise<'taken' | 'over' | { faults: Record<string, AnswerFault> }> {
  const question = call.seal.open(questionContent, 'customer_questions.sealed', row.order_id, row.sealed)
  const faults = answerFaults(question, values, { confirmed, today: jakartaToday(call.now) })
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
