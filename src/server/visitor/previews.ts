import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { previewsPath } from '#contract/rules/visitor-addresses.ts'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { recordEvent } from '#server/orders/events.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { ReadableFile } from '#server/platform/files/sealed-files.ts'
import { openText } from '#server/platform/seal.ts'
import type { Call, Platform, VisitorActor, Work } from '#server/platform/work.ts'
import { createVisitorCalls } from './visitor-call.ts'
import { parseFileName } from './byte-range.ts'
import { messagesFor } from './language.ts'
import { lockDocument } from './downloads.queries.ts'
import { keepLateRecord, type LateRecord } from './late-records.ts'
import { selectDocument } from './late-records.queries.ts'
import { authorizeVisit, isVisible } from './visit.ts'

const previewedAction = 'document previewed' satisfies EventAction
/** Further views within this time are not recorded. */
const repeatViewMs = 60 * 60_000

interface PreviewRequest {
  orderId: number
  file1: string
  /** False for HEAD. */
  sendsBody: boolean
}

/**
 * A visitor's view is recorded before the first byte is sent. 403 without access to the order, so that the existence of
 * a picture is not revealed; else 404.
 */
async function openPreview(
  call: Call<VisitorActor>,
  request: PreviewRequest,
  messages: VisitorMessages,
): Promise<ReadableFile> {
  const document = await inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const visit = await authorizeVisit(work, request.orderId, messages)
    // A replica cannot lock; kept records are written one after the other.
    const find = call.isOnReplica ? selectDocumentWithPreview : lockDocumentWithPreview
    const found = await find(tx, request.orderId, request.file1)
    if (found && !isVisible(found, visit, call.now)) return undefined
    // A view by a signed-in member who also has the order's cookie is not the customer's.
    const isVisitorView = visit.by === 'visitor' && call.actor.member === null
    if (found && isVisitorView && request.sendsBody)
      await (call.isOnReplica ? keepView(call, found) : recordView(work, found))
    if (found && !isVisitorView)
      await recordAudit(auditContext(work), 'document previewed', { order: request.orderId })
    return found
  })
  const reference = document && { name: document.preview_file, key: document.preview_key }
  const picture = reference && (await call.files.open('documents.preview_key', reference))
  return picture ?? refuse('notFound', messages.documentNotAvailable)
}

type RecordedDocument = NonNullable<Awaited<ReturnType<typeof selectDocument>>>

const keepView = (call: Call<VisitorActor>, { order_id: orderId, file1 }: RecordedDocument) =>
  keepLateRecord(call, { kind: 'preview', orderId, file1, timezone: '', visit: '' })

export async function recordLateView(
  work: Work<VisitorActor>,
  { orderId, file1 }: LateRecord,
): Promise<void> {
  const found = await selectDocument(work.tx, orderId, file1)
  if (!found) return
  await lockDocument(work.tx, found.id)
  await recordView(work, found)
}

async function recordView(
  work: Work<VisitorActor>,
  { order_id: orderId, file1, sealed_name }: RecordedDocument,
): Promise<void> {
  const since = new Date(work.now.getTime() - repeatViewMs)
  if (await hasEventSince(work.tx, { orderId, action: previewedAction, file1, since })) return
  await recordEvent(work, {
    orderId,
    action: previewedAction,
    details: { file1, name: openText(work.seal, 'documents.sealed_name', file1, sealed_name) },
  })
}

/** Pictures of documents' first pages at the root, beside the documents themselves. */
export function servePreviews(app: FastifyInstance, platform: Platform, identify: Identify) {
  const callOf = createVisitorCalls(platform, identify, true)

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `/${previewsPath}/:name`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const requested = parseFileName(request.params.name)
      if (!requested) return refuse('notFound', 'There is nothing at this address.')
      const sendsBody = request.method === 'GET'
      const picture = await readFrom(await callOf(request), 'whileAway', (call) =>
        openPreview(call, { ...requested, sendsBody }, messagesFor(request)),
      )
      reply
        .type('image/webp')
        // Not cached, because a withdrawn document must disappear at once and computers are shared.
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline')
        .header('content-length', picture.size)
      return reply.send(sendsBody ? picture.read() : undefined)
    },
  })
}

const documentWithPreview = (tx: Tx, orderId: number, file1: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'order_id', 'file1', 'sealed_name', 'preview_file', 'preview_key', 'visible_from'])
    .where('order_id', '=', orderId)
    .where('file1', '=', file1)
    .where('withdrawn_at', 'is', null)
    .where('preview_file', 'is not', null)
    .$narrowType<{ preview_file: string; preview_key: Buffer }>()

const selectDocumentWithPreview = (tx: Tx, orderId: number, file1: string) =>
  documentWithPreview(tx, orderId, file1).executeTakeFirst()

/** Locked, so that of concurrent first views one is recorded. */
export const lockDocumentWithPreview = (tx: Tx, orderId: number, file1: string) =>
  documentWithPreview(tx, orderId, file1).forNoKeyUpdate().executeTakeFirst()

export const hasEventSince = async (
  tx: Tx,
  { orderId, action, file1, since }: { orderId: number; action: EventAction; file1: string; since: Date },
): Promise<boolean> => {
  const found = await tx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('action', '=', action)
    .where(sql`details ->> 'file1'`, '=', file1)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
