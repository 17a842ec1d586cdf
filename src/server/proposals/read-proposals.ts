import { buffer } from 'node:stream/consumers'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { displayDate } from '#contract/rules/dates.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { readDocument, readPdfs, type DocumentContent } from '#server/platform/pdf/pictures.ts'
import { uncheckedReason, type OpenedDocument } from '#server/platform/files/open-document.ts'
import type { Platform } from '#server/platform/work.ts'
import { findCandidates } from '#server/document-comparison/candidates.ts'
import { certainOrder } from '#server/document-comparison/certainty.ts'
import { readLabelledValues } from '#server/document-comparison/labelled-values.ts'
import { openContent, sealContent, shortenText, type ProposalContent } from './proposal-content.ts'
import { openMessagesOfFiles } from './message-of-file.queries.ts'
import {
  claimOne,
  claimUnread,
  deleteProposal,
  recordRead,
  type GoneProposal,
  type ProposalRow,
} from './proposals.queries.ts'

/** How long manual undo stays possible before a certain proposal is sent automatically; product §12. */
const autosendMs = 60_000

/** A picture of a mail without a code, such as a letterhead, is no document. */
const isNoDocument = ({ member_id: memberId, content_type: type }: ProposalRow, qrText: string) =>
  memberId === null && type !== 'application/pdf' && qrText === ''

async function bytesOf({ files, log }: Platform, row: ProposalRow): Promise<Buffer> {
  const stored = await files.open('proposals.file_key', { name: row.stored_as, key: row.file_key })
  if (stored) return buffer(stored.read())
  log.error({ proposal: row.id }, 'a proposed document has no file')
  return Buffer.of()
}

/** Opens the mails of deleted undecided proposals as replies, so that a member reads them. */
export const answerByMail = (tx: Tx, gone: readonly GoneProposal[]) =>
  openMessagesOfFiles(
    tx,
    gone.flatMap((proposal) => (proposal.is_undecided ? (proposal.message_file_id ?? []) : [])),
  )

function printedIn(text: string): ProposalContent['reads'] {
  const { names, arrivalDates, departureDates } = readLabelledValues(text)
  const [[date = ''] = []] = [...arrivalDates, ...departureDates]
  return { name: names[0] ?? '', date: date && displayDate(date) }
}

const unread: DocumentContent = { fault: null, text: '', qrText: '', pages: 0, preview: null }

/**
 * Finds the orders that a file may be of, and shows it, without content where a limit was reached (null). A file of a
 * mail that is no document, or that cannot be opened, is left to the mail's reader.
 */
async function recordContent(
  platform: Platform,
  row: ProposalRow,
  found: DocumentContent | null,
): Promise<void> {
  const { files, seal, config, clock, db } = platform
  const read = found ?? unread
  if (read.fault !== null || isNoDocument(row, read.qrText)) {
    await inTransaction(db, async (tx) => answerByMail(tx, await deleteProposal(tx, row.id)))
    return
  }
  const text = maskCards(shortenText(read.text))
  const content = {
    ...openContent(seal, row),
    text,
    qrText: maskCards(shortenText(read.qrText)),
    pages: read.pages,
    unchecked: uncheckedReason(found),
  }
  const preview = read.preview && files.seal('proposals.preview_key', read.preview)
  await storeWithRows({ files, db }, preview ? [preview] : [], async (tx: Tx) => {
    const candidates = await findCandidates({ tx, seal }, content)
    const now = clock()
    const certain = certainOrder(candidates)
    const isAutosent = config.official.autosend && row.member_id === null && certain !== null
    return recordRead(tx, row.id, {
      read_at: now,
      sealed: sealContent(seal, row.stored_as, {
        ...content,
        reads: printedIn(text),
        comparisons: candidates.map(({ orderId, comparison }) => ({ orderId, comparison })),
      }),
      preview_file: preview?.name ?? null,
      preview_key: preview?.key ?? null,
      order_ids: [...new Set([...candidates.map(({ orderId }) => orderId), ...content.addressedTo])],
      certain_order_id: certain,
      send_at: isAutosent ? new Date(now.getTime() + autosendMs) : null,
    })
  })
}

async function readAlone(platform: Platform, row: ProposalRow): Promise<void> {
  await recordContent(platform, row, await readDocument(await bytesOf(platform, row), row.content_type))
}

async function readTogether(platform: Platform, rows: readonly ProposalRow[]): Promise<void> {
  const pdfs = await Promise.all(rows.map((row) => bytesOf(platform, row)))
  const read = await readPdfs(pdfs)
  for (const [at, row] of rows.entries()) {
    await recordContent(platform, row, read[at] ?? null)
  }
}

/** Records what was found when a dropped file was opened. */
export async function recordOpened(platform: Platform, id: number, opened: OpenedDocument): Promise<void> {
  const row = await inTransaction(platform.db, (tx) => claimOne(tx, id, platform.clock()))
  if (row)
    await recordContent(platform, row, opened.unchecked === 'not read' ? null : { ...opened, fault: null })
}

/** Files that one process reads, one after the other. */
const mostTogether = 10
/** Bytes: for larger files the start of a process hardly matters. */
const maxBytesTogether = 1024 * 1024
/** The sandbox's own limits are shorter. */
const lostAfterMs = 5 * 60_000
const maxAttempts = 3

export function claimNext({ db, clock }: Platform): Promise<ProposalRow[]> {
  const now = clock()
  const lostBefore = new Date(now.getTime() - lostAfterMs)
  return inTransaction(db, (tx) => claimUnread(tx, { now, lostBefore, maxAttempts, limit: mostTogether }))
}

const isReadTogether = ({ content_type: type, size }: ProposalRow) =>
  type === 'application/pdf' && size <= maxBytesTogether

/** Reads claimed files in the sandbox, small PDFs together. */
export async function readClaimed(platform: Platform, rows: readonly ProposalRow[]): Promise<void> {
  const together = rows.filter((row) => isReadTogether(row))
  if (together.length > 0) await readTogether(platform, together)
  for (const row of rows.filter((it) => !isReadTogether(it))) await readAlone(platform, row)
}
