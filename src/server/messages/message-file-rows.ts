import { createHash } from 'node:crypto'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Actor, Call, Work } from '#server/platform/work.ts'
import type { PreparedFile } from './incoming-files.ts'
import type { MessageContent } from './message-text.ts'
import { insertFiles, replaceContent } from './messages.queries.ts'

export type SealedMessageFile = PreparedFile & { stored: SealedFile }

export const insertFileRows = (
  { tx, seal }: Pick<Work<Actor>, 'tx' | 'seal'>,
  messageId: number,
  files: readonly SealedMessageFile[],
) =>
  insertFiles(
    tx,
    files.map(({ stored, name, contentType, kind, bytes }) => ({
      message_id: messageId,
      stored_as: stored.name,
      file_key: stored.key,
      sealed_name: seal.seal('message_files.sealed_name', messageId, name),
      content_type: contentType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      kind,
    })),
  )

/** Their rows keep `index`, the place in the mail. */
export const sealFiles = (call: Call<Actor>, files: readonly PreparedFile[]) =>
  files.map((file, index) => ({
    ...file,
    index,
    stored: call.files.seal('message_files.file_key', file.bytes),
  }))

/** Adds what a later version reads in a message. False if the message was changed or erased meanwhile. */
export async function addToMessage(
  call: Call<Actor>,
  message: { message_id: number; order_id: number; sealed: Buffer },
  content: MessageContent,
  files: readonly PreparedFile[],
): Promise<boolean> {
  const { message_id: id, order_id: orderId, sealed: before } = message
  const sealedFiles = sealFiles(call, files)
  const newFiles = sealedFiles.map(({ stored }) => stored)
  return storeWithRows(call, newFiles, async (tx) => {
    const sealed = call.seal.seal('messages.sealed', orderId, content)
    if (!(await replaceContent(tx, { id, before, sealed }))) return false
    await insertFileRows({ ...call, tx }, id, sealedFiles)
    return true
  })
}
