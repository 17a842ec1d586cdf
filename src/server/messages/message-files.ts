import { buffer } from 'node:stream/consumers'
import { maxUploadBytes } from '#contract/documents.ts'
import type { MailProvider } from '#contract/messages.ts'
import type { ExpectedState } from '#server/documents/expected-state.ts'
import { uploadDocument, type UploadResult } from '#server/documents/upload.ts'
import { getOrder } from '#server/orders/orders.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call } from '#server/platform/work.ts'
import { handleMessages } from './messages.ts'
import { selectFile } from './messages.queries.ts'
import { writerOf, messageContent } from './message-text.ts'

const refuseMissingFile = (): never => refuse('notFound', 'There is no such file.')

type FileRow = NonNullable<Awaited<ReturnType<typeof selectFile>>>

async function readSealedFile({ files, seal }: Call, { stored_as }: FileRow): Promise<Buffer> {
  return seal.openBytes(stored_as, await buffer(files.read(stored_as)))
}

/** A file that came by mail, unsealed; 404 where there is none. */
export async function readMessageFile(call: Call, id: number): Promise<{ name: string; bytes: Buffer }> {
  const file = (await inTransaction(call.db, (tx) => selectFile(tx, id))) ?? refuseMissingFile()
  return { name: file.name, bytes: await readSealedFile(call, file) }
}

export interface FileAcceptance {
  orderId: number
  messageFileId: number
  provider: MailProvider | undefined
  expected: ExpectedState
  /** The file's mail, and open replies before it, are handled with it. */
  isHandled: boolean
}

/**
 * Accepts a file of the order's mail as its approved document, as if it had been uploaded (product §3). A file can be
 * accepted once, until that document is withdrawn.
 */
export async function acceptDocument(
  call: Call,
  { orderId, messageFileId, provider, expected, isHandled }: FileAcceptance,
): Promise<UploadResult> {
  const { file, order } = await inTransaction(call.db, async (tx) => ({
    file: await selectFile(tx, messageFileId),
    order: await getOrder(tx, orderId),
  }))
  if (file?.order_id !== orderId) return refuseMissingFile()
  if (file.size > maxUploadBytes)
    return refuse('tooLarge', `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
  const sender = writerOf(call.seal.open(messageContent, orderId, file.sealed))
  return uploadDocument(call, {
    orderId,
    recipient: { email: order.email, provider },
    file: { name: file.name, bytes: await readSealedFile(call, file) },
    replaces: undefined,
    receivedByMail: { messageFileId, sender },
    expected,
    ...(isHandled && { alongside: (work) => handleMessages(work, orderId, file.message_id) }),
  })
}
