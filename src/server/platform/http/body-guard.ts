import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { largeBodyBytes } from '#contract/endpoint.ts'
import { RefusalError } from '../refusal.ts'
import { createSlots, type SlotLimits } from '../shares/slots.ts'
import { holderOf } from './holdings.ts'
import { sendRefusal } from './answer.ts'

export interface BodyLimits {
  checkInterval: number
  /** For a whole body of usual size. */
  deadline: number
  /** For a form with a file. Its sender may be slow but must keep `leastBytesPerSecond`. */
  fileDeadline: number
  leastBytesPerSecond: number
  throughputSpan: number
  /** For reading on after a refusal: closing at once could lose the answer. */
  drain: number
  slow: SlotLimits
}

const usualLimits: BodyLimits = {
  checkInterval: 1000,
  deadline: 20_000,
  fileDeadline: 10 * 60_000,
  leastBytesPerSecond: 4096,
  throughputSpan: 15_000,
  drain: 5000,
  slow: { perAddress: 16, perHolder: 32, strangers: 192, total: 256 },
}

const tooSlow = new RefusalError('timeout', 'The request took too long to come in.')
export const tooMuchAtOnce = new RefusalError('unavailable', 'Too much comes in at once.', {
  retryAfter: 10,
  event: 'limit reached',
})

/** A body of this size, or without a Content-Length, counts as large. */
const largeBytes = 1024 * 1024
export const isLarge = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? Infinity) > largeBytes

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Refuses bodies that are compressed, too slow, or too many at once. */
export function guardBodies(app: FastifyInstance, limits = usualLimits): void {
  const claimSlot = createSlots(limits.slow)
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw new RefusalError('unsupported', 'Compressed requests are not supported.')
    if (hasBody(request)) watchBody(request, reply, limits, claimSlot)
  })
}

/** Answers before the body is complete; the rest is not read. */
export function refuseUnfinished(request: FastifyRequest, reply: FastifyReply, refusal: RefusalError): void {
  if (reply.sent) return
  reply.raw.once('finish', () => request.raw.destroy())
  sendRefusal(refusal, request, reply)
}

/** Bytes a second of a body since this call. */
export function speedOf({ raw }: FastifyRequest): () => number {
  const [from, bytesBefore] = [Date.now(), raw.socket.bytesRead]
  return () => (raw.socket.bytesRead - bytesBefore) / Math.max(Date.now() - from, 1)
}

/** Checks slow bodies for deadline and throughput; most bodies finish before the first check. */
function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: BodyLimits,
  claimSlot: ReturnType<typeof createSlots>,
) {
  const { raw } = request
  const isFile = (request.routeOptions.bodyLimit ?? 0) > largeBodyBytes
  const deadline = Date.now() + (isFile ? limits.fileDeadline : limits.deadline)
  let release: (() => void) | null = null
  let answeredAt: number | undefined
  let span = { from: Date.now(), bytesBefore: raw.socket.bytesRead }

  const isTooThin = (now: number) => {
    if (now - span.from < limits.throughputSpan) return false
    const bytesPerSecond = (raw.socket.bytesRead - span.bytesBefore) / ((now - span.from) / 1000)
    span = { from: now, bytesBefore: raw.socket.bytesRead }
    return bytesPerSecond < limits.leastBytesPerSecond
  }
  const refuse = (refusal: RefusalError) => refuseUnfinished(request, reply, refusal)
  const claim = () =>
    claimSlot(holderOf(request), { speed: speedOf(request), end: () => refuse(tooMuchAtOnce) })
  const check = () => {
    const now = Date.now()
    if (raw.complete || raw.destroyed) {
      clearInterval(timer)
      release?.()
    } else if (reply.sent) {
      answeredAt ??= now
      if (now - answeredAt > limits.drain) raw.destroy()
    } else if (!(release ??= claim())) {
      refuse(tooMuchAtOnce)
    } else if (now > deadline || isTooThin(now)) {
      refuse(tooSlow)
    }
  }
  const timer = setInterval(check, limits.checkInterval)
}
