import { createHash } from 'node:crypto'
import type { Message } from '#contract/messages.ts'
import { recordEvent } from '#server/orders/events.ts'
import { resumeOnReply } from '#server/orders/change-status.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Address } from '#server/platform/mail/untrusted/raw-mail.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call, MailActor, Work } from '#server/platform/work.ts'
import { insertFiles, insertMessage, selectOrderForMessage } from './messages.queries.ts'
import { splitAndTruncate, type MessageContent } from './message-text.ts'

export interface MessageFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** A received mail as it is stored with an order. */
export interface IncomingMessage {
  /** With its angle brackets; one made from its bytes where it has none of its own. */
  messageId: string
  /** Message-IDs of the mails before it. */
  references: readonly string[]
  from: Address
  /** To and Cc. */
  to: readonly Address[]
  subject: string
  text: string
  files: readonly MessageFile[]
  /** No person wrote it. */
  automatic: boolean
  authentic: Message['authentic']
  /** The provider's suspicion, if it has one. */
  suspected?: MessageContent['suspected']
}

const maxFiles = 20
/** Bytes, all files of a mail together. */
const maxFileBytes = 25 * 1024 * 1024
const maxHeaderChars = 1000
const maxReferences = 50
/** Mails stored with one order within an hour; further ones are ignored as a flood. */
const maxPerHour = 60
const hourMs = 60 * 60_000

/** Stores a message with each of these orders, once; returns how many of the orders exist. */
export async function storeMessage(
  call: Call<Actor>,
  orderIds: readonly number[],
  message: IncomingMessage,
): Promise<number> {
  const prepared = prepareMessage(message, call.config.sendDomain)
  const sender: MailActor = { kind: 'mail', name: prepared.content.from || 'Unknown sender' }
  let storedCount = 0
  for (const orderId of orderIds)
    if (await storeWithOrder({ ...call, actor: sender }, orderId, prepared)) storedCount += 1
  return storedCount
}

/** What is the same with each order. */
interface PreparedMessage extends Pick<IncomingMessage, 'messageId' | 'authentic' | 'suspected'> {
  content: MessageContent
  files: readonly MessageFile[]
  filesLeftOut: number
  /** It changes no status and is never listed as open. */
  needsNoReply: boolean
}

/** A text that is truncated is also stored in full as a file; files of a mail with a virus are dropped. */
function prepareMessage(message: IncomingMessage, sendDomain: string): PreparedMessage {
  const { messageId, authentic, suspected } = message
  const { isCut, ...body } = splitAndTruncate(message.text, sendDomain)
  const content: MessageContent = {
    from: singleLine(message.from.address, maxHeaderChars),
    fromName: singleLine(message.from.name, maxHeaderChars),
    to: singleLine(message.to.map(({ address }) => address).join(', '), maxHeaderChars),
    subject: singleLine(message.subject, maxHeaderChars),
    ...body,
    references: message.references.slice(-maxReferences),
    suspected,
  }
  const wholeText = { name: 'message.txt', contentType: 'text/plain', bytes: Buffer.from(message.text) }
  const allFiles = [...(isCut ? [wholeText] : []), ...message.files]
  const files = suspected === 'virus' ? [] : limitFiles(allFiles)
  return {
    messageId,
    authentic,
    suspected,
    content,
    files,
    filesLeftOut: allFiles.length - files.length,
    needsNoReply: message.automatic || suspected !== undefined,
  }
}

function limitFiles(files: readonly MessageFile[]): MessageFile[] {
  let total = 0
  const fitting = files.filter(({ bytes }) => {
    const fits = total + bytes.length <= maxFileBytes
    if (fits) total += bytes.length
    return fits
  })
  return fitting.slice(0, maxFiles).map(({ name, contentType, bytes }) => ({
    name: singleLine(name.slice(-200)) || 'file',
    contentType: singleLine(contentType, 200),
    bytes,
  }))
}

/** False where there is no such order. */
async function storeWithOrder(
  call: Call<MailActor>,
  orderId: number,
  prepared: PreparedMessage,
): Promise<boolean> {
  const { db, seal, now, log } = call
  const since = new Date(now.getTime() - hourMs)
  const order = await inTransaction(db, (tx) => selectOrderForMessage(tx, orderId, prepared.messageId, since))
  if (!order) return false
  if (order.kept !== null) return true
  if (order.recent >= maxPerHour) {
    log.warn({ orderId }, 'a mail was ignored: the order received too many within an hour')
    return true
  }
  const { from } = prepared.content
  const customers = [order.email, order.traveller_email].map((email) => email.trim().toLowerCase())
  const rows: MessageRows = {
    orderId,
    fromCustomer: from !== '' && customers.includes(from.toLowerCase()),
    files: prepared.files.map((file) => ({ ...file, storedAs: newFileName('sealed') })),
    notes: eventNotes(prepared, order.recent + 1),
  }
  const sealed = rows.files.map(({ storedAs: name, bytes }) => ({
    name,
    bytes: seal.sealBytes(name, bytes),
  }))
  await storeWithRows(call, sealed, (tx) => insertMessageRows({ ...call, tx }, prepared, rows))
  return true
}

/** Details of the event besides sender and subject. */
function eventNotes({ suspected, filesLeftOut }: PreparedMessage, withinHour: number) {
  const reasons = [
    suspected && `Taken for ${suspected} by the provider.`,
    withinHour === maxPerHour && `More than ${maxPerHour} mails within an hour are left out.`,
  ].filter((reason) => typeof reason === 'string')
  return {
    ...(filesLeftOut > 0 && { filesLeftOut }),
    ...(reasons.length > 0 && { reason: reasons.join(' ') }),
  }
}

/** What differs from order to order. */
interface MessageRows {
  orderId: number
  fromCustomer: boolean
  files: readonly (MessageFile & { storedAs: string })[]
  notes: ReturnType<typeof eventNotes>
}

/** False where a concurrent request stored the same mail. */
async function insertMessageRows(
  work: Work<MailActor>,
  { messageId, content, authentic, needsNoReply }: PreparedMessage,
  { orderId, fromCustomer, files, notes }: MessageRows,
): Promise<boolean> {
  const { tx, now, seal } = work
  const message = await insertMessage(tx, {
    order_id: orderId,
    direction: 'in',
    at: now,
    message_id: messageId,
    sealed: seal.seal(orderId, content),
    from_customer: fromCustomer,
    authentic,
    automatic: needsNoReply,
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
  // A forged sender must not change the order's status.
  const canResume = !needsNoReply && authentic !== 'fail'
  const hasResumed = canResume && (await resumeOnReply(work, orderId, details))
  if (!hasResumed) await recordEvent(work, { orderId, action: 'reply received', details })
  return true
}
