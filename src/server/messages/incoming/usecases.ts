import { createHash, randomBytes } from 'node:crypto'
import type { Message } from '#contract/messages.ts'
import { liftByReply, recordEvent } from '#server/orders/usecases.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call, MailActor, Work } from '#server/platform/work.ts'
import { insertFiles, insertMessage, selectOrderFor } from '../queries.ts'
import { longestText, splitQuote, type MessageContent } from '../rules.ts'

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
  files: readonly { name: string; contentType: string; bytes: Buffer }[]
}

export const mostFiles = 20
/** Bytes, all files of a mail together. */
export const mostBytes = 25 * 1024 * 1024
const longestHeader = 1000
const mostReferences = 50

export const replyAction = 'reply received'

interface StoredFile {
  storedAs: string
  name: string
  contentType: string
  bytes: Buffer
}

function filesToKeep(files: ArrivedMail['files']): StoredFile[] {
  let total = 0
  const kept = files.filter(({ bytes }) => {
    total += bytes.length
    return total <= mostBytes
  })
  return kept.slice(0, mostFiles).map(({ name, contentType, bytes }) => ({
    storedAs: `${randomBytes(18).toString('base64url')}.sealed`,
    name: singleLine(name).slice(-200) || 'file',
    contentType: singleLine(contentType).slice(0, 200),
    bytes,
  }))
}

const contentOf = (mail: ArrivedMail, sendDomain: string): MessageContent => ({
  from: singleLine(mail.from.address).slice(0, longestHeader),
  fromName: singleLine(mail.from.name).slice(0, longestHeader),
  to: singleLine(mail.to).slice(0, longestHeader),
  subject: singleLine(mail.subject).slice(0, longestHeader),
  ...splitQuote(mail.text.replaceAll('\r\n', '\n').slice(0, longestText), sendDomain),
  references: mail.references.slice(-mostReferences),
})

/** Keeps a mail with each of these orders, once; answers how many of them there are. */
export async function keepMessage(
  call: Call<Actor>,
  orderIds: readonly number[],
  mail: ArrivedMail,
): Promise<number> {
  const content = contentOf(mail, call.config.sendDomain)
  const sender: MailActor = { kind: 'mail', name: content.from || 'Unknown sender' }
  let known = 0
  for (const orderId of orderIds)
    if (await keepWithOrder({ ...call, actor: sender }, orderId, mail, content)) known += 1
  return known
}

/** False where there is no such order. The files are written before their rows and go if those are not. */
async function keepWithOrder(
  call: Call<MailActor>,
  orderId: number,
  mail: ArrivedMail,
  content: MessageContent,
): Promise<boolean> {
  const { db, files: store, seal } = call
  const order = await inTransaction(db, (tx) => selectOrderFor(tx, orderId, mail.messageId))
  if (!order) return false
  if (order.kept !== null) return true
  const files = filesToKeep(mail.files)
  const remove = () => Promise.all(files.map(({ storedAs }) => store.remove(storedAs)))
  const customers = [order.email, order.traveller_email].map((email) => email.trim().toLowerCase())
  const fromCustomer = content.from !== '' && customers.includes(content.from.toLowerCase())
  // A commit whose answer was lost may have happened: then the files stay, for their rows may be there.
  let committing = false
  try {
    for (const { storedAs, bytes } of files) await store.put(storedAs, seal.closeBytes(storedAs, bytes))
    const isNew = await inTransaction(db, async (tx) => {
      committing = false
      const recorded = await record({ ...call, tx }, orderId, mail, content, files, fromCustomer)
      committing = true
      return recorded
    })
    if (!isNew) await remove()
    return true
  } catch (error) {
    if (!committing) await remove()
    throw error
  }
}

/** False where the same mail came at the same moment and was kept by the other. */
async function record(
  work: Work<MailActor>,
  orderId: number,
  mail: ArrivedMail,
  content: MessageContent,
  files: readonly StoredFile[],
  fromCustomer: boolean,
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
    automatic: mail.automatic,
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
  const leftOut = mail.files.length - files.length
  const details = {
    from: content.from,
    subject: content.subject,
    ...(leftOut > 0 && { filesLeftOut: leftOut }),
  }
  const lifted = !mail.automatic && (await liftByReply(work, orderId, replyAction, details))
  if (!lifted) await recordEvent(work, { orderId, action: replyAction, details })
  return true
}
