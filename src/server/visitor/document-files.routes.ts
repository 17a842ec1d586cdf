import { once } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentsPath, orderPath } from '#contract/rules/visitor-addresses.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import { recordRefusalEvent } from '#server/platform/http/security-log.ts'
import { refuse, RefusalError } from '#server/platform/refusal.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'
import { messagesFor } from './language.ts'
import { createVisitorCalls } from './visitor-call.ts'
import type { ByteRange } from '#server/platform/files/file-store.ts'
import { byteRange, parseFileName } from './byte-range.ts'
import { beginDownload, openFile, type OpenFile } from './document-files.ts'

/** A navigation, not a script's request: a refusal redirects to the order's page, which explains it. */
const isNavigation = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/** Documents at the root, where mails and the visitor's page look for them (product §6). */
export function fileRoutes(app: FastifyInstance, platform: Platform, identify: Identify) {
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
        return null
      })
      if (!opened) return reply.redirect(orderPath(requested.orderId), 303)
      const { call, file } = opened
      setFileHeaders(reply, file, wantsInline && file.isPreview)
      if (request.method === 'HEAD') return reply.header('content-length', file.size).send()

      const range = requestedRange(request, file)
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${file.size}`).send()
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      return sendFile(call, reply, file, range ?? { start: 0, end: file.size - 1 })
    },
  })
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

/** The requested range; null where the file has changed since (RFC 9110, If-Range). */
function requestedRange({ headers }: FastifyRequest, file: OpenFile) {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag(file)) return null
  return byteRange(headers.range, file.size)
}

async function sendFile(call: Call<VisitorActor>, reply: FastifyReply, file: OpenFile, range: ByteRange) {
  const length = range.end - range.start + 1
  const record = file.isPreview ? null : await beginDownload(call, file, range.start)

  let bytes = 0
  const counter = new PassThrough().on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const source = file.content.read(file.size === 0 ? undefined : range)
  pipeline(source, counter, (error) => {
    if (error) call.log.warn({ err: error, document: file.document.id }, 'sending a document broke off')
  })
  // The visitor may have disconnected while the record was written.
  const closed = reply.raw.closed ? null : once(reply.raw, 'close')
  reply.header('content-length', length).send(counter)
  await closed
  if (record !== null) {
    const reachedEnd = reply.raw.writableFinished && range.end === file.size - 1
    await record.addSent({ bytes, reachedEnd, size: file.size })
  }
  return reply
}
