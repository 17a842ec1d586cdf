import type { VisitorMessages } from '#contract/rules/visitor-messages.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, VisitorActor } from '#server/platform/work.ts'
import { addSent } from './downloads.queries.ts'
import { documentOf, recordOfSending, type OpenDocument } from './downloads.ts'
import { authorizeVisit } from './visit.ts'

export interface OpenFile {
  document: OpenDocument
  /** Bytes. */
  size: number
  /** A member's look, which is no download. */
  isPreview: boolean
}

/** 403 without the order's cookie or a staff session, before anything tells whether the file exists; else 404. */
export async function openFile(
  call: Call<VisitorActor>,
  asked: { orderId: number; file1: string; inline: boolean },
  says: VisitorMessages,
): Promise<OpenFile> {
  const { document, visit } = await inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const visit = await authorizeVisit(work, asked.orderId, says)
    return { visit, document: await documentOf(work, visit, asked.file1, says) }
  })
  const size = await call.files.size(document.file1)
  if (size === null) {
    call.log.error({ document: document.id }, 'a document has no file')
    return refuse('notFound', says.documentNotAvailable)
  }
  const isPreview = visit.by === 'member' || (asked.inline && call.actor.member !== null)
  return { document, size, isPreview }
}

/** The id of the record to fill in with `noteSent`; committed before the first byte leaves. */
export const beginSending = (call: Call<VisitorActor>, { document }: OpenFile, start: number) =>
  inTransaction(call.db, (tx) => recordOfSending({ ...call, tx }, document, start))

export const noteSent = (
  { db }: Call<VisitorActor>,
  id: number,
  sent: { bytes: number; reachedEnd: boolean; size: number },
) => inTransaction(db, (tx) => addSent(tx, id, sent))
