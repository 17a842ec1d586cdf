import { once } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identify } from '#server/platform/auth/identify.ts'
import { disposition } from '#server/platform/http/disposition.ts'
import { refuse, Refused } from '#server/platform/refusal.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'
import { messagesFor } from './language.ts'
import { orderPath } from './page-paths.ts'
import { visitorCalls } from './visitor-call.ts'
import { documentsPath } from './order-page.ts'
import { byteRange, parseFileName, type ByteRange } from './byte-range.ts'
import { beginSending, noteSent, openFile, type OpenFile } from './document-files.ts'

/** Somebody clicked a link: a refusal leads to the order's page, which says what is the matter. */
const isClick = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/** Documents at the root, where mails and the visitor's page look for them (product §6). */
export function fileRoutes(app: FastifyInstance, platform: Platform, identify: Identify) {
  const callOf = visitorCalls(platform, identify)

  app.route<{ Params: { name: string }; Querystring: { inline?: string } }>({
    method: ['GET', 'HEAD'],
    url: `/${documentsPath}/:name`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const says = messagesFor(request)
      const asked = parseFileName(request.params.name)
      if (!asked) return refuse('notFound', 'There is nothing at this address.')
      const call = await callOf(request)
      const wantsInline = request.query.inline === '1'
      const file = await openFile(call, { ...asked, inline: wantsInline }, says).catch((error: unknown) => {
        if (error instanceof Refused && isClick(request)) return null
        throw error
      })
      if (!file) return reply.redirect(orderPath(asked.orderId), 303)
      dress(reply, file, wantsInline && file.isPreview)
      if (request.method === 'HEAD') return reply.header('content-length', file.size).send()

      const range = rangeOf(request, file)
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${file.size}`).send()
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      return send(call, reply, file, range ?? { start: 0, end: file.size - 1 })
    },
  })
}

const etag = ({ document }: OpenFile) => `"${document.sha256.toString('hex')}"`

function dress(reply: FastifyReply, file: OpenFile, inline: boolean) {
  reply
    .type(file.document.content_type)
    .header('content-disposition', disposition(inline ? 'inline' : 'attachment', file.document.name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('etag', etag(file))
}

/** A range of another state of the file than the one at hand is not wanted (RFC 9110, If-Range). */
function rangeOf({ headers }: FastifyRequest, file: OpenFile) {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag(file)) return null
  return byteRange(headers.range, file.size)
}

async function send(call: Call<VisitorActor>, reply: FastifyReply, file: OpenFile, range: ByteRange) {
  const length = range.end - range.start + 1
  const record = file.isPreview ? null : await beginSending(call, file, range.start)

  let bytes = 0
  const counted = new PassThrough().on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const source = call.files.read(file.document.file1, file.size === 0 ? undefined : range)
  pipeline(source, counted, (error) => {
    if (error) call.log.warn({ err: error, document: file.document.id }, 'sending a document broke off')
  })
  // A visitor who left while the record was written is gone already.
  const closed = reply.raw.closed ? null : once(reply.raw, 'close')
  reply.header('content-length', length).send(counted)
  await closed
  if (record !== null) {
    const reachedEnd = reply.raw.writableFinished && range.end === file.size - 1
    await noteSent(call, record, { bytes, reachedEnd, size: file.size })
  }
  return reply
}
