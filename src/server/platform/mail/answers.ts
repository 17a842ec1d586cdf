import { errorCode } from '../error-code.ts'
import { hasNeverConnected } from './connections.ts'
import { PermanentMailError, TransientMailError, UnknownOutcomeError } from './transport.ts'

export type FailureKind = 'for good' | 'for now' | 'unclear'

const hour = 60 * 60_000
const maxRetryAfterMs = 24 * hour

/** Retry-After in ms, given in seconds or as a date. */
function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxRetryAfterMs)
}

export function throwFailure(refusal: FailureKind, message: string, retryAfter?: string): never {
  if (refusal === 'for good') throw new PermanentMailError(message)
  if (refusal === 'unclear') throw new UnknownOutcomeError(message)
  throw new TransientMailError(message, retryAfterMs(retryAfter, new Date()))
}

/** The same for a gateway's response, which says nothing about the mail. */
export const throwGatewayFailure = (status: number, retryAfter?: string): never =>
  throwFailure(status === 504 ? 'unclear' : 'for now', `${status} from a gateway`, retryAfter)

/** Throws the mail error for a request without a response: the mail can have left only over a connection. */
export function throwNoResponse(error: unknown): never {
  const reason = error instanceof Error ? describe(error) : String(error)
  throw hasNeverConnected(error) ? new TransientMailError(reason) : new UnknownOutcomeError(reason)
}

/** An AggregateError of several addresses has an empty message. */
const describe = (error: Error) => error.message || errorCode(error) || 'the connection failed'
