import { createHash } from 'node:crypto'
import { applicationEmail } from '#contract/rules/order-id.ts'
import { messageIdFor } from '#server/platform/mail/render.ts'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { CustomerActor, Work } from '#server/platform/work.ts'
import type { MessageContent } from './message-text.ts'
import { insertFiles, insertMessage } from './messages.queries.ts'

export interface CustomerFile {
  name: string
  contentType: string
  bytes: Buffer
  /** Written before the caller's transaction. */
  stored: SealedFile
}

interface GivenFor {
  orderId: number
  /** The customer's address. */
  email: string
  /** The mail that asked for the file, under which answers are threaded. */
  mailId: string
  subject: string
  text: string
}

/** Stores a file that a customer uploaded on one of our pages as if it came by mail: an open reply. */
export async function storeCustomerFile(
  { tx, now, seal, config }: Work<CustomerActor>,
  { orderId, email, mailId, subject, text }: GivenFor,
  { name, contentType, bytes, stored }: CustomerFile,
): Promise<void> {
  const content: MessageContent = {
    from: email,
    fromName: '',
    to: applicationEmail(orderId, config.sendDomain),
    subject,
    text,
    quoted: '',
    references: [],
  }
  const row = await insertMessage(tx, {
    order_id: orderId,
    direction: 'in',
    at: now,
    message_id: messageIdFor(mailId, config),
    sealed: seal.seal('messages.sealed', orderId, content),
    from_customer: true,
    authentic: 'pass',
    automatic: false,
  })
  if (!row) throw new Error(`The answer to mail ${mailId} is stored already.`)
  await insertFiles(tx, [
    {
      message_id: row.id,
      stored_as: stored.name,
      file_key: stored.key,
      sealed_name: seal.seal('message_files.sealed_name', row.id, singleLine(name.slice(-200)) || 'file'),
      content_type: contentType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
    },
  ])
}
