import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { documentFile, type ReadableFile } from '#server/platform/files/sealed-files.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, VisitorActor } from '#server/platform/work.ts'
import { addSentBytes } from './downloads.queries.ts'
import { loadDocument, findOrCreateDownload, type AvailableDocument } from './downloads.ts'
import { keepLateRecord, type KeptRecord } from './late-records.ts'
import { timezoneCookieName, validTimezone } from './time-zone.ts'
import { authorizeVisit } from './visit.ts'

export interface OpenFile {
  document: AvailableDocument
  content: ReadableFile
  /** Bytes. */
  size: number
  /** A member's view, which is not recorded as a download. */
  isPreview: boolean
}

/** 403 without access to the order, so that the file's existence is not revealed; 404 for an unknown file. */
export async function openFile(
  call: Call<VisitorActor>,
  request: { orderId: number; file1: string; inline: boolean },
  messages: VisitorMessages,
): Promise<OpenFile> {
  const { document, isPreview } = await inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const visit = await authorizeVisit(work, request.orderId, messages)
    const document = await loadDocument(work, visit, request.file1, messages)
    const isPreview = visit.by === 'member' || (request.inline && call.actor.member !== null)
    if (isPreview)
      await recordAudit(auditContext(work), 'document opened', { order: request.orderId, file: document.id })
    return { document, isPreview }
  })
  const content = await call.files.open('documents.file_key', documentFile(document))
  if (content?.size !== document.size) {
    call.log.error({ document: document.id }, content ? 'a file is not as it was' : 'a document has no file')
    return refuse('notFound', messages.documentNotAvailable)
  }
  return { document, content, size: content.size, isPreview }
}

/** Records a download, and later what was sent of it; committed, or kept on a replica, before the first byte is sent. */
export async function beginDownload(
  call: Call<VisitorActor>,
  { document }: OpenFile,
  start: number,
): Promise<KeptRecord> {
  const { order_id: orderId, file1 } = document
  const timezone = validTimezone(call.actor.cookies[timezoneCookieName(call.config)])
  if (call.isOnReplica) return keepLateRecord(call, { kind: 'download', orderId, file1, timezone })
  const id = await inTransaction(call.db, (tx) =>
    findOrCreateDownload({ ...call, tx }, document, { start, timezone }),
  )
  return { addSent: (sent) => inTransaction(call.db, (tx) => addSentBytes(tx, id, sent)).then(() => {}) }
}
