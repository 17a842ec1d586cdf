import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { maxUploadBytes } from '#contract/documents.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import { sniff, type FileKind } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { readProposedDocument } from '#server/platform/pdf/pictures.ts'
import type { Actor, Platform, Work } from '#server/platform/work.ts'
import { findCandidates } from './candidates.ts'
import { certainOrder } from './certainty.ts'
import { openContent, sealContent, type ProposalContent } from './proposal-content.ts'
import {
  claimOne,
  claimUnread,
  deleteProposal,
  insertProposal,
  recordRead,
  selectOrderOfDocument,
  type ProposalRow,
} from './proposals.queries.ts'

export const readProposalsJob = defineJob('read-proposals', noPayload)
export const readTimeoutSeconds = 5 * 60

const dayMs = 24 * 60 * 60_000
/** How long undo by hand comes before a certain one is sent by itself; product §12. */
const autosendMs = 60_000
const maxPreviewBytes = 120_000

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** A file that has been stored and is to be proposed. */
export interface FileToPropose {
  stored: { name: string; key: Buffer }
  contentType: FileKind['contentType']
  size: number
  sha256: Buffer
  content: Pick<ProposalContent, 'name' | 'addressedTo' | 'sender'>
  memberId: number | null
  messageFileId: number | null
}

/** Stores a file's proposal, to be read; undefined where the same file is proposed already. It is kept a day. */
export const storeProposal = (
  { tx, seal, now }: Pick<Work<Actor>, 'tx' | 'seal' | 'now'>,
  { stored, contentType, size, sha256, content, memberId, messageFileId }: FileToPropose,
) =>
  insertProposal(tx, {
    created_at: now,
    expires_at: new Date(now.getTime() + dayMs),
    member_id: memberId,
    message_file_id: messageFileId,
    stored_as: stored.name,
    file_key: stored.key,
    content_type: contentType,
    size,
    sha256,
    sealed: sealContent(seal, stored.name, { ...content, text: '', qrText: '' }),
    order_ids: [...content.addressedTo],
  })

/** A file of an official mail, stored with the order that it came to. */
export interface MailedFile {
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

/** Proposes the files of an official mail, each once; one that is an order's document already is none. */
export async function proposeMailedFiles(
  work: Work<Actor>,
  files: readonly (MailedFile & { kind: FileKind })[],
  { addressedTo, sender }: { addressedTo: readonly number[]; sender: string },
): Promise<void> {
  for (const { id, name, bytes, stored, kind } of files) {
    const sha256 = sha256Of(bytes)
    if (await selectOrderOfDocument(work.tx, sha256)) continue
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
  await readProposalsJob.queue(work, {}, { retries: 3, timeoutSeconds: readTimeoutSeconds })
}

/** A picture of a mail without a code, such as a letterhead's, is no document. */
const isNoDocument = ({ member_id: memberId, content_type: type }: ProposalRow, qrText: string) =>
  memberId === null && type !== 'application/pdf' && qrText === ''

/**
 * Reads a claimed file in the sandbox, finds the orders that it may be of, and shows it. What cannot be read is shown
 * without anything. False where it is gone.
 */
async function readProposal(platform: Platform, row: ProposalRow): Promise<boolean> {
  const { files, seal, config, clock, log } = platform
  const stored = await files.open('proposals.file_key', { name: row.stored_as, key: row.file_key })
  if (!stored) log.error({ proposal: row.id }, 'a proposed document has no file')
  const read = stored
    ? await readProposedDocument(await buffer(stored.read()), row.content_type, maxPreviewBytes)
    : { text: '', preview: null, qrText: '' }
  if (isNoDocument(row, read.qrText)) {
    await inTransaction(platform.db, (tx) => deleteProposal(tx, row.id))
    return false
  }
  const content: ProposalContent = {
    ...openContent(seal, row),
    text: maskCards(read.text),
    qrText: maskCards(read.qrText),
  }
  const preview = read.preview && files.seal('proposals.preview_key', read.preview)
  return storeWithRows({ files, db: platform.db }, preview ? [preview] : [], async (tx: Tx) => {
    const candidates = await findCandidates({ tx, seal }, content)
    const now = clock()
    const certain = certainOrder(candidates)
    const isAutosent = config.official.autosend && row.member_id === null && certain !== null
    return recordRead(tx, row.id, {
      read_at: now,
      sealed: sealContent(seal, row.stored_as, content),
      preview_file: preview?.name ?? null,
      preview_key: preview?.key ?? null,
      order_ids: [...new Set([...candidates.map(({ orderId }) => orderId), ...content.addressedTo])],
      certain_order_id: certain,
      send_at: isAutosent ? new Date(now.getTime() + autosendMs) : null,
    })
  })
}

/** Reads one that has just been stored, unless a job is doing so. */
export async function readStored(platform: Platform, id: number): Promise<void> {
  const row = await inTransaction(platform.db, (tx) => claimOne(tx, id, platform.clock()))
  if (row) await readProposal(platform, row)
}

/** A reader takes no longer: the sandbox has its own limits. */
const lostAfterMs = 3 * 60_000
const maxAttempts = 3

/** Reads the next one; false where none is left. */
export async function readNext(platform: Platform): Promise<boolean> {
  const now = platform.clock()
  const claim = { now, lostBefore: new Date(now.getTime() - lostAfterMs), maxAttempts }
  const row = await inTransaction(platform.db, (tx) => claimUnread(tx, claim))
  if (!row) return false
  await readProposal(platform, row)
  return true
}
