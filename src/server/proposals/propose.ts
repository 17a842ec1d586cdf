import { createHash } from 'node:crypto'
import { maxUploadBytes } from '#contract/documents.ts'
import { sniff, type FileKind } from '#server/platform/files/sniff.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { sealContent, unread, type ProposalContent } from './proposal-content.ts'
import { openMessagesOfFiles } from './message-of-file.queries.ts'
import { deleteStale, insertProposal, reopenSameFile, selectOrderOfDocument } from './proposals.queries.ts'

const dayMs = 24 * 60 * 60_000

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

interface FileToPropose {
  stored: { name: string; key: Buffer }
  contentType: FileKind['contentType']
  size: number
  sha256: Buffer
  content: Pick<ProposalContent, 'name' | 'addressedTo' | 'sender'>
  memberId: number | null
  messageFileId: number | null
}

/** `isNew` is false if the same file was already proposed, which reopens it. A proposal is kept for a day. */
export async function storeProposal(
  { tx, seal, now }: Pick<Work<Actor>, 'tx' | 'seal' | 'now'>,
  { stored, contentType, size, sha256, content, memberId, messageFileId }: FileToPropose,
): Promise<{ id: number; isNew: boolean }> {
  await deleteStale(tx, sha256, now)
  const inserted = await insertProposal(tx, {
    created_at: now,
    expires_at: new Date(now.getTime() + dayMs),
    member_id: memberId,
    message_file_id: messageFileId,
    stored_as: stored.name,
    file_key: stored.key,
    content_type: contentType,
    size,
    sha256,
    sealed: sealContent(seal, stored.name, { ...content, ...unread }),
    order_ids: [...content.addressedTo],
  })
  if (inserted) return { id: inserted.id, isNew: true }
  const same = await reopenSameFile(tx, sha256)
  return same
    ? { id: same.id, isNew: false }
    : refuse('conflict', 'It was proposed and taken away at this moment. Drop it again.')
}

interface MailedFile {
  id: number
  name: string
  bytes: Buffer
  stored: { name: string; key: Buffer }
}

/** PDFs and pictures of a mail that may be documents. */
export async function proposableFiles<F extends { bytes: Buffer }>(
  files: readonly F[],
): Promise<(F & { kind: FileKind })[]> {
  const kinds = await Promise.all(
    files.map(async (file) => ({
      file,
      kind: file.bytes.length <= maxUploadBytes ? await sniff(file.bytes) : null,
    })),
  )
  return kinds.flatMap(({ file, kind }) => (kind ? [{ ...file, kind }] : []))
}

/** Each file once; if all are already documents of orders, the mail waits as a reply. */
export async function proposeMailedFiles(
  work: Work<Actor>,
  files: readonly (MailedFile & { kind: FileKind })[],
  { addressedTo, sender }: { addressedTo: number[]; sender: string },
): Promise<void> {
  let proposed = 0
  for (const { id, name, bytes, stored, kind } of files) {
    const sha256 = sha256Of(bytes)
    if (await selectOrderOfDocument(work.tx, sha256)) continue
    proposed += 1
    await storeProposal(work, {
      stored: {
        name: stored.name,
        key: work.files.sealKey('message_files.file_key', 'proposals.file_key', stored),
      },
      contentType: kind.contentType,
      size: bytes.length,
      sha256,
      content: { name, addressedTo, sender },
      memberId: null,
      messageFileId: id,
    })
  }
  if (proposed === 0)
    await openMessagesOfFiles(
      work.tx,
      files.map(({ id }) => id),
    )
}
