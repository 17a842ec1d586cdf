import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AsOf, Endpoint, ReplyEnvelope, Refusal } from '#contract/endpoint.ts'
import { isDatabaseAway, isDatabaseBusy, isDatabaseFull, takesNoWrites } from '../db/database.ts'
import { isStoreAway } from '../files/store-away.ts'
import { refusalHttpStatus, RefusalError } from '../refusal.ts'
import { JsonText } from './json-text.ts'
import { recordRefusalEvent } from './security-log.ts'
import { sendChunks } from './send-pieces.ts'

const isStream = (value: unknown): value is AsyncIterable<JsonText> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** `{…head, data: […]}` in batches, so that memory does not grow with the rows. */
async function* jsonBatches(head: object, batches: AsyncIterable<JsonText>) {
  yield `${JSON.stringify(head).slice(0, -1)},"data":[`
  let comma = ''
  for await (const { text } of batches) {
    yield comma + text.slice(1, -1)
    comma = ','
  }
  yield ']}'
}

/** Sends `{status: 1, message, …reply}`. `asOf`: the age of data from a replica. */
export function sendSuccess(
  reply: FastifyReply,
  endpoint: Endpoint,
  result: { message?: string; data?: unknown },
  asOf?: AsOf,
) {
  const { message = '', ...rest } = result
  const frame: ReplyEnvelope = { status: 1, message, ...(asOf && { asOf }) }
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
  if (isStream(rest.data)) {
    const { data, ...head } = rest
    return sendChunks(reply, jsonBatches({ ...frame, ...head }, data), data)
  }
  const { data } = rest
  const isWritten = data instanceof JsonText
  const parsed = endpoint.reply ? z.parse(endpoint.reply, isWritten ? { ...rest, data: [] } : rest) : rest
  if (!isWritten) return sendWithCache(reply, endpoint, JSON.stringify(Object.assign(frame, parsed)))
  const head = JSON.stringify(Object.assign(frame, parsed, { data: undefined }))
  return reply.send(`${head.slice(0, -1)},"data":${data.text}}`)
}

function sendWithCache(reply: FastifyReply, { cache }: Endpoint, body: string) {
  if (cache === undefined) return reply.send(body)
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('cache-control', cache).header('etag', tag)
  // A proxy may have made it a weak one.
  return reply.request.headers['if-none-match']?.includes(tag) ? reply.code(304).send() : reply.send(body)
}

/** Errors that are answered with 503; the first match counts. `retryAfter` in seconds. */
const unavailable: readonly {
  fits: (error: unknown) => boolean
  message: string
  retryAfter: number
  log: string
}[] = [
  {
    fits: isStoreAway,
    message: 'Files can be neither stored nor read at the moment. Try again later.',
    retryAfter: 60,
    log: 'the store of files failed',
  },
  {
    fits: isDatabaseFull,
    message: 'Nothing can be stored at the moment: the disk is full. Try again later.',
    retryAfter: 60,
    log: 'the disk of the database is full',
  },
  {
    fits: takesNoWrites,
    message: 'Nothing can be stored at the moment: the database takes no writes. Try again later.',
    retryAfter: 5,
    log: 'the database takes no writes',
  },
  {
    fits: isDatabaseBusy,
    message: 'The server is busy. Try again in a moment.',
    retryAfter: 5,
    log: 'the database was busy',
  },
  {
    fits: isDatabaseAway,
    message: 'The database cannot be reached. Try again in a moment.',
    retryAfter: 5,
    log: 'the database was away',
  },
]

/** Sends an error. An unexpected one is logged, and the response does not reveal it. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refused = toRefusal(error, request)
  // Headers of a response that failed before its first byte.
  for (const name of ['content-encoding', 'content-disposition']) reply.removeHeader(name)
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
  if (!refused) {
    request.log.error({ err: error }, 'failed')
    const body: Refusal = {
      status: 0,
      message: `Something went wrong. Request ${request.id}.`,
      requestId: request.id,
    }
    return reply.code(500).send(JSON.stringify(body))
  }
  recordRefusalEvent(request, refused)
  const { retryAfter, event: _event, ...extra } = refused.extra
  if (retryAfter) reply.header('retry-after', retryAfter)
  const body: Refusal = {
    status: refused.kind === 'unauthenticated' ? 401 : 0,
    message: refused.message,
    ...extra,
  }
  return reply.code(refusalHttpStatus[refused.kind]).send(JSON.stringify(body))
}

/** Unavailable dependencies and Fastify's own errors (invalid JSON, too large a body) as refusals. */
function toRefusal(error: unknown, request: FastifyRequest): RefusalError | null {
  if (error instanceof RefusalError) return error
  const found = unavailable.find(({ fits }) => fits(error))
  if (found) {
    request.log.warn({ err: error }, found.log)
    return new RefusalError('unavailable', found.message, { retryAfter: found.retryAfter })
  }
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  switch (error.statusCode) {
    case 400:
    case 414:
      return new RefusalError('invalid', 'The request could not be read.')
    case 413:
      return new RefusalError('tooLarge', 'The request is too large.')
    case 415:
      return new RefusalError('unsupported', 'This content type is not supported.')
    case 403:
    case 404:
      return new RefusalError('notFound', 'There is nothing at this address.')
    default:
      return null
  }
}

export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply))
}
