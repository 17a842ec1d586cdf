import * as contract from '#contract/visitor.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { recordEvent } from '#server/orders/events.ts'
import { deviceOf } from '#server/platform/device.ts'
import { refuse } from '#server/platform/refusal.ts'
import { openText } from '#server/platform/seal.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { visitSeconds } from './track-order.ts'
import { isVisible, type Visit, authorizeVisit } from './visit.ts'
import type { LateRecord } from './late-records.ts'
import {
  addSentBytes,
  claimDownload,
  countRepeat,
  insertDownload,
  lockDocument,
  selectDownloadsSince,
  selectLastDownload,
  selectAvailableDocument,
} from './downloads.queries.ts'
import { selectDocument, selectDownloadAt, setDownloadTime } from './late-records.queries.ts'
import { cookieOptions } from './show-page.ts'
import { validTimezone, timezoneCookieName, timezoneCookieSeconds } from './time-zone.ts'
import { messagesFor } from './language.ts'

type RecordedDocument = Pick<AvailableDocument, 'id' | 'order_id' | 'file1' | 'name'>
type DocumentRow = NonNullable<Awaited<ReturnType<typeof selectAvailableDocument>>>
export type AvailableDocument = DocumentRow & { name: string }

/** A document of the visit's order; 404 for a name that is unknown, another order's, withdrawn or not visible yet. */
export async function loadDocument(
  work: Work<VisitorActor>,
  visit: Visit,
  file1: string,
  messages: VisitorMessages,
): Promise<AvailableDocument> {
  const document = await selectAvailableDocument(work.tx, visit.orderId, file1)
  if (!document || !isVisible(document, visit, work.now))
    return refuse('notFound', messages.documentNotAvailable)
  return {
    ...document,
    name: openText(work.seal, 'documents.sealed_name', document.file1, document.sealed_name),
  }
}

interface DownloadDetails {
  timezone: string
  /** Its bytes are being sent already. */
  claimed: boolean
}

/** Downloads of a document that are recorded one by one within a day. */
const maxPerDay = 50
const dayMs = 24 * 60 * 60_000

/** Further downloads of a day are counted with the newest, which limits the number of rows. */
async function recordDownload(
  work: Work<VisitorActor>,
  document: RecordedDocument,
  details: DownloadDetails,
): Promise<number> {
  const { tx, now } = work
  const since = new Date(now.getTime() - dayMs)
  const today = { orderId: document.order_id, documentId: document.id, since }
  const [, recorded] = await Promise.all([
    lockDocument(tx, document.id),
    selectDownloadsSince(tx, today, maxPerDay),
  ])
  const [newest] = recorded
  if (!newest || recorded.length < maxPerDay) return insertWithEvent(work, document, details)
  if (details.claimed) await countRepeat(tx, newest.id)
  return newest.id
}

async function insertWithEvent(
  work: Work<VisitorActor>,
  document: RecordedDocument,
  details: DownloadDetails,
): Promise<number> {
  const { tx, now, ip, userAgent } = work
  const inserted = insertDownload(tx, {
    order_id: document.order_id,
    document_id: document.id,
    at: now,
    ip,
    user_agent: userAgent,
    ...deviceOf(userAgent),
    ...details,
  })
  // A caller with the order's cookie acts as its visitor, even if a member is signed in too.
  const visitor = { ...work, actor: { ...work.actor, member: null } }
  const recorded = recordEvent(visitor, {
    orderId: document.order_id,
    action: 'downloaded',
    details: { file1: document.file1, name: document.name },
  })
  const [{ id }] = await Promise.all([inserted, recorded])
  return id
}

/**
 * The download that bytes from `start` on belong to: the announced one, for a range request the one that it continues,
 * else a new one.
 */
export async function findOrCreateDownload(
  work: Work<VisitorActor>,
  document: RecordedDocument,
  { start, timezone }: { start: number; timezone: string },
): Promise<number> {
  const { tx, now, ip } = work
  const since = new Date(now.getTime() - visitSeconds * 1000)
  const recent = { orderId: document.order_id, documentId: document.id, ip, since }
  const existing = await (start > 0 ? selectLastDownload(tx, recent) : claimDownload(tx, recent))
  return existing?.id ?? recordDownload(work, document, { timezone, claimed: true })
}

/** A late download always gets its own row, because its time identifies a repeat. */
async function createLateDownload(
  work: Work<VisitorActor>,
  document: RecordedDocument,
  timezone: string,
): Promise<number> {
  const { tx, now, ip } = work
  const since = new Date(now.getTime() - visitSeconds * 1000)
  const recent = { orderId: document.order_id, documentId: document.id, ip, since }
  const announced = await claimDownload(tx, recent)
  if (!announced) return insertWithEvent(work, document, { timezone, claimed: true })
  await setDownloadTime(tx, announced.id, now)
  return announced.id
}

/** Writes a download that was kept while the primary was away; completes a row that exists already. */
export async function recordLateDownload(
  work: Work<VisitorActor>,
  { orderId, file1, timezone, sent }: LateRecord,
): Promise<void> {
  const { tx, ip, now: at, seal } = work
  const found = await selectDocument(tx, orderId, file1)
  if (!found) return
  await lockDocument(tx, found.id)
  const written = await selectDownloadAt(tx, { orderId, documentId: found.id, ip, at })
  const name = openText(seal, 'documents.sealed_name', file1, found.sealed_name)
  const id = written?.id ?? (await createLateDownload(work, { ...found, name }, timezone))
  if (sent && written?.bytes_sent == null) await addSentBytes(tx, id, sent)
}

export const downloadCalls = implement(contract, {
  /**
   * Recorded before the bytes are sent (product §6). A member's view is not recorded; a replica records only the
   * sending.
   */
  downloadDocument: write(async (work, { body, request, reply }) => {
    const messages = messagesFor(request)
    const visit = await authorizeVisit(work, body.orderId, messages)
    const timezone = validTimezone(body.timezone)
    const document = await loadDocument(work, visit, body.file1, messages)
    if (visit.by === 'visitor' && !work.isOnReplica)
      await recordDownload(work, document, { timezone, claimed: false })
    if (work.isOnReplica && timezone)
      reply.setCookie(timezoneCookieName(work.config), timezone, {
        ...cookieOptions(work.config),
        maxAge: timezoneCookieSeconds,
      })
    return { message: messages.downloadStarts }
  }),
})
