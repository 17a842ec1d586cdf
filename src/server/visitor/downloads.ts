import * as contract from '#contract/visitor.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { recordEvent } from '#server/orders/events.ts'
import { deviceOf } from '#server/platform/device.ts'
import { refuse } from '#server/platform/refusal.ts'
import { openText } from '#server/platform/seal.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { isVisible, type Visit, authorizeVisit } from './visit.ts'
import type { LateRecord } from './late-records.ts'
import {
  addSentBytes,
  countRepeat,
  insertDownload,
  lockDocument,
  selectAvailableDocument,
  selectDownloadOfVisit,
  selectDownloadsSince,
  updateDownload,
  type SentRange,
} from './downloads.queries.ts'
import { selectDocument, selectDownloadAt } from './late-records.queries.ts'
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

/** Downloads of a document that are recorded one by one within a day. */
const maxPerDay = 50
const dayMs = 24 * 60 * 60_000

/** One visit's request for a document. */
interface DownloadRequest {
  visit: Buffer
  /** '' if unknown. */
  timezone: string
}

/** Where the bytes of an answer are counted. */
interface CountedIn {
  id: number
  /** Beyond the rows of a day: counted with this one. */
  isRepeat: boolean
}

const clientOf = ({ now, ip, userAgent }: Work<VisitorActor>) => ({
  at: now,
  ip,
  user_agent: userAgent,
  ...deviceOf(userAgent),
})

type Insert = (
  work: Work<VisitorActor>,
  document: RecordedDocument,
  request: DownloadRequest,
) => Promise<CountedIn>

const insertRow: Insert = async (work, document, { visit, timezone }) => {
  const { id } = await insertDownload(work.tx, {
    order_id: document.order_id,
    document_id: document.id,
    visit,
    timezone,
    ...clientOf(work),
  })
  return { id, isRepeat: false }
}

/** Once the rows of a day are used up, a whole one counts further downloads. */
const insertWithinDay: Insert = async (work, document, request) => {
  const { tx, now } = work
  const since = new Date(now.getTime() - dayMs)
  const today = { orderId: document.order_id, documentId: document.id, since }
  const recorded = await selectDownloadsSince(tx, today, maxPerDay)
  const [newest] = recorded
  return newest && recorded.length === maxPerDay
    ? { id: newest.id, isRepeat: true }
    : insertRow(work, document, request)
}

const findOfVisit = async ({ tx }: Work<VisitorActor>, document: RecordedDocument, visit: Buffer) => {
  await lockDocument(tx, document.id)
  return selectDownloadOfVisit(tx, { orderId: document.order_id, documentId: document.id }, visit)
}

/** Requests of one visit are one download until its bytes went whole (product §6). */
async function announceDownload(
  work: Work<VisitorActor>,
  document: RecordedDocument,
  request: DownloadRequest,
): Promise<void> {
  const newest = await findOfVisit(work, document, request.visit)
  if (!newest || newest.completed) await insertWithinDay(work, document, request)
}

/**
 * The download that bytes from `start` on belong to: the visit's one that is not whole yet, for the rest of a file also
 * a whole one, else a new one.
 */
export async function findOrCreateDownload(
  work: Work<VisitorActor>,
  document: RecordedDocument,
  { start, visit, timezone }: DownloadRequest & { start: number },
  insert = insertWithinDay,
): Promise<CountedIn> {
  const newest = await findOfVisit(work, document, visit)
  if (!newest || (newest.completed && start === 0)) return insert(work, document, { visit, timezone })
  if (!newest.completed)
    await updateDownload(work.tx, newest.id, { ...clientOf(work), ...(timezone && { timezone }) })
  return { id: newest.id, isRepeat: false }
}

/** Counts what one answer sent; what went whole is an event of the order. */
export async function recordSentBytes(
  work: Work<VisitorActor>,
  { file1, name, order_id: orderId }: RecordedDocument,
  { id, isRepeat }: CountedIn,
  sent: SentRange,
): Promise<void> {
  if (isRepeat) {
    if (sent.start === 0 && sent.bytes === sent.size) await countRepeat(work.tx, id)
    return
  }
  if (!(await addSentBytes(work.tx, id, sent))) return
  // A caller with the order's cookie acts as its visitor, even if a member is signed in too.
  const visitor = { ...work, actor: { ...work.actor, member: null } }
  await recordEvent(visitor, { orderId, action: 'downloaded', details: { file1, name } })
}

/**
 * Writes a download that was kept while the primary was away, or completes its row. It always gets a row, because its
 * time identifies a repeat.
 */
export async function recordLateDownload(
  work: Work<VisitorActor>,
  { orderId, file1, timezone, visit: key, sent }: LateRecord,
): Promise<void> {
  const { tx, ip, now: at, seal } = work
  const found = await selectDocument(tx, orderId, file1)
  if (!found) return
  const document = { ...found, name: openText(seal, 'documents.sealed_name', file1, found.sealed_name) }
  const visit = Buffer.from(key, 'base64')
  await lockDocument(tx, found.id)
  const written = await selectDownloadAt(tx, { orderId, documentId: found.id, ip, at })
  const request = { start: sent?.start ?? 0, visit, timezone }
  const download = written
    ? { id: written.id, isRepeat: false }
    : await findOrCreateDownload(work, document, request, insertRow)
  if (sent) await recordSentBytes(work, document, download, sent)
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
    if (visit.key && !work.isOnReplica) await announceDownload(work, document, { visit: visit.key, timezone })
    if (work.isOnReplica && timezone)
      reply.setCookie(timezoneCookieName(work.config), timezone, {
        ...cookieOptions(work.config),
        maxAge: timezoneCookieSeconds,
      })
    return { message: messages.downloadStarts }
  }),
})
