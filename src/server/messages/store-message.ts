import { createHash } from 'node:crypto'
import type { Message } from '#contract/messages.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { incomingMailActor } from '#contract/rules/order-events.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockForChange } from '#server/orders/order-access.ts'
import { resumeOnReply } from '#server/orders/change-status.ts'
import { emailKey } from '#contract/rules/email.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { proposableFiles, proposeMailedFiles } from '#server/proposals/propose.ts'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import type { FileKind } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Address } from '#server/platform/mail/untrusted/raw-mail.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call, MailActor, Work } from '#server/platform/work.ts'
import {
  limitFiles,
  scanFiles,
  wholeTextFile,
  withoutLogos,
  type MessageFile,
  type PreparedFile,
  type ScannedFiles,
} from './incoming-files.ts'
import { insertMessage, selectNewestMessages, type OrderToWrite } from './messages.queries.ts'
import { insertFileRows, sealFiles, type SealedMessageFile } from './message-file-rows.ts'
import { messageContent, splitAndTruncate, type MessageContent } from './message-text.ts'
import type { Correspondence } from './split-quote.ts'
import { findUnusedId, fingerprintOf, selectOrdersWithout, sha256 } from './same-mail.ts'

/** What a mail may do; a forged sender moves nothing either. */
export interface MailAnswers {
  /** A person's answer takes the order out of Awaiting. */
  movesOrder: boolean
  /** A program sent it, and reads no answer. */
  byProgram: boolean
  /** Who shows it until a member has handled it: Replies, or the list of automatic mails. Null: neither. */
  listed: 'replies' | 'always' | 'while waiting' | null
}

export interface IncomingMessage extends MailAnswers {
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
  /** The mail as it came, card numbers of its texts masked; null if it is one of the files. */
  original?: Buffer | null
  /** As its header says it. */
  date?: string
  authentic: Message['authentic']
  /** An authentic mail of the customs office, whose PDFs and pictures may be approved documents. */
  isOfficial?: boolean
  suspected?: MessageContent['suspected']
}

const maxHeaderChars = 1000
const maxReferences = 50
const maxNamesLeftOut = 100

/** Returns with how many orders it was stored now; 503, with nothing stored, if a file cannot be scanned. */
export async function storeMessage(
  call: Call<Actor>,
  orderIds: readonly number[],
  message: IncomingMessage,
): Promise<number> {
  const { db } = call
  const earlier = await inTransaction(db, (tx) => selectEarlierTexts(call, tx, orderIds, message.text))
  const received = prepareMessage(message, { sendDomain: call.config.sendDomain, earlier })
  const orders = await inTransaction(db, (tx) => selectOrdersWithout(call, tx, orderIds, received))
  if (orders.length === 0) return 0
  const { clean, infected } = await scanFiles(call, received.files)
  const prepared = withInfected({ ...received, files: clean }, infected)
  const files = sealFiles(call, prepared.files)
  const proposable = message.isOfficial ? await proposableFiles(await withoutLogos(files)) : []
  const sealed = files.map((file) => file.stored)
  const sender: MailActor = { kind: 'mail', name: incomingMailActor }
  const stored = await storeWithRows(call, sealed, async (tx) => {
    const work = { ...call, actor: sender, tx }
    // Proposed files wait for a member as proposals, so the mail is not an open reply too.
    const listed = proposable.length > 0 ? null : prepared.listed
    // Concurrent mails to one order wait for each other. An order erased meanwhile gets none.
    const { open } = await lockForChange(
      work,
      orders.map((order) => order.order_id),
    )
    const present = orders.filter((order) => open.has(order.order_id))
    const inserted = await insertMessageRows(work, present, {
      ...prepared,
      listed,
      movesOrder: prepared.movesOrder && proposable.length === 0,
      files,
    })
    if (proposable.length > 0) await proposeFiles(work, inserted, proposable, prepared.content.from)
    return inserted.length > 0 && inserted.length
  })
  return stored || 0
}

/** What the orders' messages said, where the text quotes one of our mails. */
async function selectEarlierTexts(
  { seal, config }: Call<Actor>,
  tx: Tx,
  orderIds: readonly number[],
  text: string,
): Promise<string[]> {
  if (!text.toLowerCase().includes(`@${config.sendDomain.toLowerCase()}`)) return []
  const rows = await selectNewestMessages(tx, orderIds)
  return rows.map((row) => seal.open(messageContent, 'messages.sealed', row.order_id, row.sealed).text)
}

interface PreparedMessage extends Pick<
  IncomingMessage,
  'messageId' | 'authentic' | 'suspected' | 'movesOrder' | 'listed'
> {
  content: MessageContent
  /** An id for a mail whose Message-ID another mail of the order has. */
  otherId: string
  files: readonly PreparedFile[]
  filesLeftOut: number
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
function prepareMessage(message: IncomingMessage, correspondence: Correspondence): PreparedMessage {
  const { sendDomain } = correspondence
  const { authentic, suspected, movesOrder, listed } = message
  const { text } = message
  const { isCut, ...body } = splitAndTruncate(text, correspondence)
  const content: MessageContent = {
    from: headerText(message.from.address),
    fromName: headerText(message.from.name),
    to: headerText(message.to.map(({ address }) => address).join(', ')),
    subject: headerText(message.subject),
    ...body,
    references: message.references.slice(-maxReferences).filter((it) => maskCards(it) === it),
    suspected,
    by_program: message.byProgram,
  }
  const fingerprint = fingerprintOf(message)
  const allFiles = [...(isCut ? [wholeTextFile(text)] : []), ...message.files]
  const isVirus = suspected === 'virus'
  const { kept, leftOut } = limitFiles(isVirus ? [] : allFiles, isVirus ? null : (message.original ?? null))
  return {
    messageId: storedMessageId(message.messageId, sendDomain),
    otherId: `<${sha256(message.messageId + fingerprint)}@same-message-id>`,
    authentic,
    suspected,
    content: {
      ...content,
      fingerprint,
      ...(leftOut.length > 0 && { files_left_out: leftOut.slice(0, maxNamesLeftOut) }),
    },
    files: kept,
    filesLeftOut: isVirus ? allFiles.length : leftOut.length,
    movesOrder: movesOrder && suspected === undefined,
    listed,
  }
}

const withInfected = (message: PreparedMessage, infected: ScannedFiles['infected']): PreparedMessage =>
  infected.length === 0
    ? message
    : {
        ...message,
        filesLeftOut: message.filesLeftOut + infected.length,
        content: { ...message.content, infected_files: infected },
      }

const eventNotes = ({ suspected, filesLeftOut, content: { infected_files: infected } }: PreparedMessage) => ({
  ...(filesLeftOut > 0 && { filesLeftOut }),
  ...(suspected && { reason: `Taken for ${suspected} by the provider.` }),
  ...(infected && { reason: `Left out: ${infected.map(({ malware }) => malware).join(', ')}.` }),
})

interface StoredMessage extends PreparedMessage {
  files: readonly SealedMessageFile[]
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

/** What the provider takes for spam is open only as the customer's own mail. */
function listOf({ listed, suspected, authentic }: StoredMessage, isFromCustomer: boolean) {
  if (listed !== 'replies' || suspected === undefined) return listed
  return suspected === 'spam' && isFromCustomer && authentic === 'pass' ? 'replies' : 'while waiting'
}

/** The rows of its files; null if a concurrent request stored the same mail. */
async function insertWithOrder(
  work: Work<MailActor>,
  { order_id: orderId, email, traveller_email }: OrderToWrite,
  message: StoredMessage,
): Promise<readonly number[] | null> {
  const { tx, now, seal } = work
  const { content, authentic, files } = message
  const customers = [email, traveller_email].map(emailKey)
  const isFromCustomer = content.from !== '' && customers.includes(emailKey(content.from))
  const listed = listOf(message, isFromCustomer)
  const unusedId = await findUnusedId(work, tx, orderId, message)
  if (unusedId === null) return null
  const ownId = unusedId === message.messageId ? {} : { messageId: message.messageId }
  const row = await insertMessage(tx, {
    order_id: orderId,
    direction: 'in',
    at: now,
    message_id: unusedId,
    sealed: seal.seal('messages.sealed', orderId, { ...content, ...ownId }),
    from_customer: isFromCustomer,
    authentic,
    automatic: listed !== 'replies',
    listed: listed === 'replies' ? null : listed,
  })
  if (!row) return null
  const fileIds = await insertFileRows(work, row.id, files)
  const details = { from: content.from, subject: content.subject, ...eventNotes(message) }
  // A forged sender must not change the order's status.
  const canResume = message.movesOrder && authentic !== 'fail'
  const hasResumed = canResume && (await resumeOnReply(work, orderId, 'reply received', details))
  if (!hasResumed) await recordEvent(work, { orderId, action: 'reply received', details })
  return fileIds
}
