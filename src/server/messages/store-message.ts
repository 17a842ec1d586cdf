import { createHash } from 'node:crypto'
import type { Message } from '#contract/messages.ts'
import { recordEvent } from '#server/orders/events.ts'
import { liftByReply } from '#server/orders/change-status.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call, MailActor, Work } from '#server/platform/work.ts'
import { insertFiles, insertMessage, selectOrderFor } from './messages.queries.ts'
import { keptText, type MessageContent } from './message-text.ts'

/** A mail that came in, as whoever fetched it found it. */
export interface ArrivedMail {
  /** With its angle brackets. */
  messageId: string
  references: readonly string[]
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  automatic: boolean
  authentic: Message['authentic']
  /** What the provider took it for, if for no honest mail. */
  suspected?: MessageContent['suspected']
  files: readonly { name: string; contentType: string; bytes: Buffer }[]
}

const mostFiles = 20
/** Bytes, all files of a mail together. */
const mostBytes = 25 * 1024 * 1024
const longestHeader = 1000
const mostReferences = 50
/** Mails kept with one order within an hour; a flood is no correspondence. */
const mostWithinHour = 60
const hour = 60 * 60_000

interface StoredFile {
  storedAs: string
  name: string
  contentType: string
  bytes: Buffer
}

function filesToKeep(files: ArrivedMail['files']): StoredFile[] {
  let total = 0
  const kept = files.filter(({ bytes }) => {
    const fits = total + bytes.length <= mostBytes
    if (fits) total += bytes.length
    return fits
  })
  return kept.slice(0, mostFiles).map(({ name, contentType, bytes }) => ({
    storedAs: newFileName('sealed'),
    name: singleLine(name.slice(-200)) || 'file',
    contentType: singleLine(contentType, 200),
    bytes,
  }))
}

/** A mail as it is kept: of a text that is cut the whole stands beside it as a file; a virus comes without its files. */
function keptOf(mail: ArrivedMail, sendDomain: string) {
  const { isCut, ...words } = keptText(mail.text, sendDomain)
  const content: MessageContent = {
    from: singleLine(mail.from.address, longestHeader),
    fromName: singleLine(mail.from.name, longestHeader),
    to: singleLine(mail.to, longestHeader),
    subject: singleLine(mail.subject, longestHeader),
    ...words,
    references: mail.references.slice(-mostReferences),
    suspected: mail.suspected,
  }
  const wholeText = { name: 'message.txt', contentType: 'text/plain', bytes: Buffer.from(mail.text) }
  const files = [...(isCut ? [wholeText] : []), ...mail.files]
  return { content, files, asksForNothing: mail.automatic || mail.suspected !== undefined }
}
type Kept = ReturnType<typeof keptOf>

/** Keeps a mail with each of these orders, once; answers how many of them there are. */
export async function keepMessage(
  call: Call<Actor>,
  orderIds: readonly number[],
  mail: ArrivedMail,
): Promise<number> {
  const kept = keptOf(mail, call.config.sendDomain)
  const sender: MailActor = { kind: 'mail', name: kept.content.from || 'Unknown sender' }
  let known = 0
  for (const orderId of orderIds)
    if (await keepWithOrder({ ...call, actor: sender }, orderId, mail, kept)) known += 1
  return known
}

/** False where there is no such order. */
async function keepWithOrder(
  call: Call<MailActor>,
  orderId: number,
  mail: ArrivedMail,
  kept: Kept,
): Promise<boolean> {
  const { db, seal, now } = call
  const since = new Date(now.getTime() - hour)
  const order = await inTransaction(db, (tx) => selectOrderFor(tx, orderId, mail.messageId, since))
  if (!order) return false
  if (order.kept !== null) return true
  if (order.recent >= mostWithinHour) {
    call.log.warn({ orderId }, 'a mail was left out: too many came for this order within an hour')
    return true
  }
  const { content } = kept
  const files = mail.suspected === 'virus' ? [] : filesToKeep(kept.files)
  const notes = notesOn(mail, kept.files.length - files.length, order.recent + 1)
  const customers = [order.email, order.traveller_email].map((email) => email.trim().toLowerCase())
  const fromCustomer = content.from !== '' && customers.includes(content.from.toLowerCase())
  const sealed = files.map(({ storedAs, bytes }) => ({
    name: storedAs,
    bytes: seal.closeBytes(storedAs, bytes),
  }))
  await storeWithRows(call, sealed, (tx) =>
    record({ ...call, tx }, { orderId, mail, kept, files, fromCustomer, notes }),
  )
  return true
}

/** What the order's history says of a mail beside its sender and subject. */
function notesOn({ suspected }: ArrivedMail, filesLeftOut: number, withinHour: number) {
  const reasons = [
    suspected && `Taken for ${suspected} by the provider.`,
    withinHour === mostWithinHour && `More than ${mostWithinHour} mails within an hour are left out.`,
  ].filter((reason) => typeof reason === 'string')
  return {
    ...(filesLeftOut > 0 && { filesLeftOut }),
    ...(reasons.length > 0 && { reason: reasons.join(' ') }),
  }
}

interface Recorded {
  orderId: number
  mail: ArrivedMail
  kept: Kept
  files: readonly StoredFile[]
  fromCustomer: boolean
  notes: ReturnType<typeof notesOn>
}

/** False where the same mail came at the same moment and was kept by the other. */
async function record(
  work: Work<MailActor>,
  { orderId, mail, kept: { content, asksForNothing }, files, fromCustomer, notes }: Recorded,
): Promise<boolean> {
  const { tx, now, seal } = work
  const message = await insertMessage(tx, {
    order_id: orderId,
    direction: 'in',
    at: now,
    message_id: mail.messageId,
    sealed: seal.close(orderId, content),
    from_customer: fromCustomer,
    authentic: mail.authentic,
    automatic: asksForNothing,
  })
  if (!message) return false
  if (files.length > 0)
    await insertFiles(
      tx,
      files.map(({ storedAs, name, contentType, bytes }) => ({
        message_id: message.id,
        stored_as: storedAs,
        name,
        content_type: contentType,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
      })),
    )
  const details = { from: content.from, subject: content.subject, ...notes }
  // Whoever is not who they say moves nothing.
  const lifts = !asksForNothing && mail.authentic !== 'fail'
  const lifted = lifts && (await liftByReply(work, orderId, details))
  if (!lifted) await recordEvent(work, { orderId, action: 'reply received', details })
  return true
}
