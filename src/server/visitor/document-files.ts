import { once } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '#contract/rules/languages.ts'
import { documentsPath, orderPath } from '#contract/rules/visitor-addresses.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import { escapeHtml } from '#server/platform/http/pages.ts'
import { recordRefusalEvent } from '#server/platform/http/security-log.ts'
import { refusalHttpStatus, refuse, RefusalError } from '#server/platform/refusal.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'
import type { ByteRange } from '#server/platform/files/file-store.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { documentFile, type ReadableFile } from '#server/platform/files/sealed-files.ts'
import { languageOfRequest, messagesFor } from './language.ts'
import { createVisitorCalls } from './visitor-call.ts'
import { byteRange, parseFileName } from './byte-range.ts'
import { findOrCreateDownload, loadDocument, recordSentBytes, type AvailableDocument } from './downloads.ts'
import { keepLateRecord, type KeptRecord } from './late-records.ts'
import { timezoneCookieName, validTimezone } from './time-zone.ts'
import { authorizeVisit } from './visit.ts'

interface OpenFile {
  document: AvailableDocument
  content: ReadableFile
  /** Bytes. */
  size: number
  /** Null for a member's view, which is not recorded as a download. */
  visit: Buffer | null
}

/** 403 without access to the order, so that the file's existence is not revealed; 404 for an unknown file. */
async function openFile(
  call: Call<VisitorActor>,
  request: { orderId: number; file1: string; inline: boolean },
  messages: VisitorMessages,
): Promise<OpenFile> {
  const { document, visit } = await inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const visit = await authorizeVisit(work, request.orderId, messages)
    const document = await loadDocument(work, visit, request.file1, messages)
    const isPreview = request.inline && call.actor.member !== null
    const recorded = isPreview ? null : visit.key
    if (recorded === null)
      await recordAudit(auditContext(work), 'document opened', { order: request.orderId, file: document.id })
    return { document, visit: recorded }
  })
  const content = await call.files.open('documents.file_key', documentFile(document))
  if (content?.size !== document.size) {
    call.log.error(
      { document: document.id },
      content ? 'the file of a document has changed' : 'a document has no file',
    )
    return refuse('notFound', messages.documentNotAvailable)
  }
  return { document, content, size: content.size, visit }
}

/** Recorded before the first byte is sent; the returned function records the bytes sent. */
async function beginDownload(
  call: Call<VisitorActor>,
  document: AvailableDocument,
  { visit, start }: { visit: Buffer; start: number },
): Promise<KeptRecord> {
  const { order_id: orderId, file1 } = document
  const timezone = validTimezone(call.actor.cookies[timezoneCookieName(call.config)])
  if (call.isOnReplica)
    return keepLateRecord(call, {
      kind: 'download',
      orderId,
      file1,
      timezone,
      visit: visit.toString('base64'),
    })
  const download = await inTransaction(call.db, (tx) =>
    findOrCreateDownload({ ...call, tx }, document, { start, visit, timezone }),
  )
  return {
    addSent: (sent) =>
      inTransaction(call.db, (tx) => recordSentBytes({ ...call, tx }, document, download, sent)),
  }
}

/** A navigation, not a script's request. */
const isNavigation = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/** Documents at the root, where mails and the visitor's page look for them (product §6). */
export function serveDocumentFiles(app: FastifyInstance, platform: Platform, identify: Identify) {
  const callOf = createVisitorCalls(platform, identify, true)

  app.route<{ Params: { name: string }; Querystring: { inline?: string } }>({
    method: ['GET', 'HEAD'],
    url: `/${documentsPath}/:name`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const messages = messagesFor(request)
      const requested = parseFileName(request.params.name)
      if (!requested) return refuse('notFound', 'There is nothing at this address.')
      const wantsInline = request.query.inline === '1'
      const opened = await readFrom(await callOf(request), 'whileAway', async (call) => {
        const file = await openFile(call, { ...requested, inline: wantsInline }, messages)
        return { call, file }
      }).catch((error: unknown) => {
        if (!(error instanceof RefusalError && isNavigation(request))) throw error
        recordRefusalEvent(request, error)
        return error
      })
      if (opened instanceof RefusalError) return leadToOrder(request, reply, requested.orderId, opened)
      const { call, file } = opened
      setFileHeaders(reply, file, wantsInline && file.visit === null)
      if (request.method === 'HEAD') return reply.header('content-length', file.size).send()

      const range = requestedRange(request, file)
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${file.size}`).send()
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      return sendFile(call, reply, file, range ?? { start: 0, end: file.size - 1 })
    },
  })
}

/**
 * A browser goes on to the order's page, which explains the refusal. A redirect would make a download manager without the
 * cookie save that page as the document.
 */
function leadToOrder(request: FastifyRequest, reply: FastifyReply, orderId: number, refusal: RefusalError) {
  const path = orderPath(orderId)
  const language = languageOfRequest(request) ?? 'en'
  return reply
    .code(refusalHttpStatus[refusal.kind])
    .type('text/html')
    .header('refresh', `0; url=${path}`)
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="${language}" dir="${languages[language].dir}"><meta charset="utf-8">` +
        `<title>${escapeHtml(refusal.message)}</title><p><a href="${path}">${escapeHtml(refusal.message)}</a></p>`,
    )
}

const etag = ({ document }: OpenFile) => `"${document.sha256.toString('hex')}"`

function setFileHeaders(reply: FastifyReply, file: OpenFile, inline: boolean) {
  reply
    .type(file.document.content_type)
    .header('content-disposition', contentDisposition(inline ? 'inline' : 'attachment', file.document.name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('etag', etag(file))
}

/** The requested range; null if the file has changed since (RFC 9110, If-Range). */
function requestedRange({ headers }: FastifyRequest, file: OpenFile) {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag(file)) return null
  return byteRange(headers.range, file.size)
}

async function sendFile(call: Call<VisitorActor>, reply: FastifyReply, file: OpenFile, range: ByteRange) {
  const length = range.end - range.start + 1
  const { document, visit, size } = file
  const record = visit && (await beginDownload(call, document, { visit, start: range.start }))

  let bytes = 0
  const counter = new PassThrough().on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const source = file.content.read(size === 0 ? undefined : range)
  pipeline(source, counter, (error) => {
    if (error) call.log.warn({ err: error, document: document.id }, 'sending a document was interrupted')
  })
  // The visitor may have disconnected while the record was written.
  const closed = reply.raw.closed ? null : once(reply.raw, 'close')
  reply.header('content-length', length).send(counter)
  await closed
  if (record !== null) {
    // What an unfinished answer read last has not left for certain.
    const sent = reply.raw.writableFinished ? bytes : Math.min(bytes, length - 1)
    await record.addSent({ start: range.start, bytes: sent, size })
  }
  return reply
}
