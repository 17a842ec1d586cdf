import { createHash } from 'node:crypto'
import type { Message } from '#contract/messages.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { maxNameChars } from '#server/platform/mail/untrusted/raw-mail.ts'
import { incomingMailActor } from '#contract/rules/order-events.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockForChange } from '#server/orders/order-access.ts'
import { resumeOnReply } from '#server/orders/change-status.ts'
import { emailKey } from '#contract/rules/email.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { findMalware } from '#server/platform/files/scan-file.ts'
import { proposableFiles, proposeMailedFiles } from '#server/proposals/propose.ts'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import type { FileKind } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Address } from '#server/platform/mail/untrusted/raw-mail.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call, MailActor, Work } from '#server/platform/work.ts'
import { insertFiles, insertMessage, selectOrdersWithout, type OrderToWrite } from './messages.queries.ts'
import { splitAndTruncate, type MessageContent } from './message-text.ts'

export interface MessageFile {
  name: string
  contentType: string
  bytes: Buffer
}

export interface IncomingMessage {
  /** With its angle brackets; made from the mail's bytes if it has none. */
  messageId: string
  /** Message-IDs of the mails before it. */
  references: readonly string[]
  from: Address
  /** To and Cc. */
  to: readonly Address[]
  subject: string
  /** Card numbers masked, truncated. */
  text: string
  files: readonly MessageFile[]
  automatic: boolean
  authentic: Message['authentic']
  /** An authentic mail of the customs office, whose PDFs and pictures may be approved documents. */
  isOfficial?: boolean
  suspected?: MessageContent['suspected']
}

const maxFiles = 20
/** Bytes of all files of a mail together. */
const maxFileBytes = 25 * 1024 * 1024
const maxHeaderChars = 1000
const maxReferences = 50

/** Returns with how many orders it was stored now; 503, with nothing stored, if a file cannot be scanned. */
export async function storeMessage(
  call: Call<Actor>,
  orderIds: readonly number[],
  message: IncomingMessage,
): Promise<number> {
  const { db } = call
  const received = prepareMessage(message, call.config.sendDomain)
  const orders = await inTransaction(db, (tx) => selectOrdersWithout(tx, orderIds, received.messageId))
  if (orders.length === 0) return 0
  const prepared = await leaveOutMalware(call, received)
  const files = prepared.files.map((file, index) => ({
    ...file,
    index,
    stored: call.files.seal('message_files.file_key', file.bytes),
  }))
  const proposable = message.isOfficial ? await proposableFiles(files) : []
  const sealed = files.map((file) => file.stored)
  const sender: MailActor = { kind: 'mail', name: incomingMailActor }
  const stored = await storeWithRows(call, sealed, async (tx) => {
    const work = { ...call, actor: sender, tx }
    // Proposed files wait for a member as proposals, so the mail is not an open reply too.
    const needsNoReply = prepared.needsNoReply || proposable.length > 0
    // Concurrent mails to one order wait for each other. An order erased meanwhile gets none.
    const { open } = await lockForChange(
      work,
      orders.map((order) => order.order_id),
    )
    const present = orders.filter((order) => open.has(order.order_id))
    const inserted = await insertMessageRows(work, present, { ...prepared, needsNoReply, files })
    if (proposable.length > 0) await proposeFiles(work, inserted, proposable, prepared.content.from)
    return inserted.length > 0 && inserted.length
  })
  return stored || 0
}

interface PreparedMessage extends Pick<IncomingMessage, 'messageId' | 'authentic' | 'suspected'> {
  content: MessageContent
  files: readonly MessageFile[]
  filesLeftOut: number
  /** The message changes no status and is never listed as open. */
  needsNoReply: boolean
}

const headerText = (header: string) => maskCards(singleLine(header, maxHeaderChars))

/** An outside mail with an id of our own form would pass for a repeat of our mail. */
const isOwnId = (messageId: string, sendDomain: string) =>
  messageId.toLowerCase().endsWith(`@${sendDomain.toLowerCase()}>`)

/** The hash of such an id in the form of a Message-ID, the same for a repeat. */
const storedMessageId = (messageId: string, sendDomain: string): string =>
  maskCards(messageId) === messageId && !isOwnId(messageId, sendDomain)
    ? messageId
    : `<${createHash('sha256').update(messageId).digest('hex')}@masked-message-id>`

/** Truncated texts are also stored as files; card numbers are masked except in attached files. */
function prepareMessage(message: IncomingMessage, sendDomain: string): PreparedMessage {
  const { authentic, suspected } = message
  const { text } = message
  const { isCut, ...body } = splitAndTruncate(text, sendDomain)
  const content: MessageContent = {
    from: headerText(message.from.address),
    fromName: headerText(message.from.name),
    to: headerText(message.to.map(({ address }) => address).join(', ')),
    subject: headerText(message.subject),
    ...body,
    references: message.references.slice(-maxReferences).filter((it) => maskCards(it) === it),
    suspected,
  }
  const wholeText = { name: 'message.txt', contentType: 'text/plain', bytes: Buffer.from(text) }
  const allFiles = [...(isCut ? [wholeText] : []), ...message.files]
  const files = suspected === 'virus' ? [] : limitFiles(allFiles)
  return {
    messageId: storedMessageId(message.messageId, sendDomain),
    authentic,
    suspected,
    content,
    files,
    filesLeftOut: allFiles.length - files.length,
    needsNoReply: message.automatic || suspected !== undefined,
  }
}

async function leaveOutMalware(call: Call<Actor>, message: PreparedMessage): Promise<PreparedMessage> {
  const clean: MessageFile[] = []
  const infected: { name: string; malware: string }[] = []
  for (const file of message.files) {
    const malware = await findMalware(call, file.bytes)
    if (malware === null) clean.push(file)
    else infected.push({ name: file.name, malware })
  }
  if (infected.length === 0) return message
  return {
    ...message,
    files: clean,
    filesLeftOut: message.filesLeftOut + infected.length,
    content: { ...message.content, infected_files: infected },
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
    name: singleLine(maskCards(singleLine(name.slice(-maxNameChars))).slice(-200)) || 'file',
    contentType: maskCards(singleLine(contentType, 200)),
    bytes,
  }))
}

const eventNotes = ({ suspected, filesLeftOut, content: { infected_files: infected } }: PreparedMessage) => ({
  ...(filesLeftOut > 0 && { filesLeftOut }),
  ...(suspected && { reason: `Taken for ${suspected} by the provider.` }),
  ...(infected && { reason: `Left out: ${infected.map(({ malware }) => malware).join(', ')}.` }),
})

interface StoredMessage extends PreparedMessage {
  files: readonly (MessageFile & { stored: SealedFile })[]
}

interface MessageOfOrder {
  orderId: number
  fileIds: readonly number[]
}

/** The orders with which the mail was stored; a concurrent request may have stored it with some. */
async function insertMessageRows(
  work: Work<MailActor>,
  orders: readonly OrderToWrite[],
  message: StoredMessage,
): Promise<MessageOfOrder[]> {
  const inserted: MessageOfOrder[] = []
  for (const order of orders) {
    const fileIds = await insertWithOrder(work, order, message)
    if (fileIds) inserted.push({ orderId: order.order_id, fileIds })
  }
  return inserted
}

/** Proposes files of an official mail as documents; each file once, however many orders it came to. */
async function proposeFiles(
  work: Work<MailActor>,
  inserted: readonly MessageOfOrder[],
  proposable: readonly (MessageFile & { kind: FileKind; stored: SealedFile; index: number })[],
  sender: string,
): Promise<void> {
  const [first] = inserted
  if (!first) return
  const files = proposable.flatMap((file) => {
    const id = first.fileIds[file.index]
    return id === undefined ? [] : [{ ...file, id }]
  })
  await proposeMailedFiles(work, files, { addressedTo: inserted.map(({ orderId }) => orderId), sender })
}

/** The rows of its files; null if a concurrent request stored the same mail. */
async function insertWithOrder(
  work: Work<MailActor>,
  { order_id: orderId, email, traveller_email }: OrderToWrite,
  message: StoredMessage,
): Promise<readonly number[] | null> {
  const { tx, now, seal } = work
  const { content, authentic, needsNoReply, files } = message
  const customers = [email, traveller_email].map(emailKey)
  const row = await insertMessage(tx, {
    order_id: orderId,
    direction: 'in',
    at: now,
    message_id: message.messageId,
    sealed: seal.seal('messages.sealed', orderId, content),
    from_customer: content.from !== '' && customers.includes(emailKey(content.from)),
    authentic,
    automatic: needsNoReply,
  })
  if (!row) return null
  const fileIds = await insertFiles(
    tx,
    files.map(({ stored, name, contentType, bytes }) => ({
      message_id: row.id,
      stored_as: stored.name,
      file_key: stored.key,
      sealed_name: seal.seal('message_files.sealed_name', row.id, name),
      content_type: contentType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
    })),
  )
  const details = { from: content.from, subject: content.subject, ...eventNotes(message) }
  // A forged sender must not change the order's status.
  const canResume = !needsNoReply && authentic !== 'fail'
  const hasResumed = canResume && (await resumeOnReply(work, orderId, 'reply received', details))
  if (!hasResumed) await recordEvent(work, { orderId, action: 'reply received', details })
  return fileIds
}
