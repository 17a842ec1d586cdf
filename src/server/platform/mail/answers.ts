import { hasNeverConnected } from './connections.ts'
import { PermanentMailError, TransientMailError, UnknownOutcomeError } from './transport.ts'

/** What an answer that takes no mail means. */
export type FailureKind = 'for good' | 'for now' | 'unclear'

const hour = 60 * 60_000
/** A provider that asks for more is asked again by then. */
const maxRetryAfterMs = 24 * hour

/** Retry-After in milliseconds, given in seconds or as a date; undefined where there is none. */
function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxRetryAfterMs)
}

/** Throws what an HTTP provider's answer means for the mail, with its words. */
export function throwFailure(refusal: FailureKind, message: string, retryAfter?: string): never {
  if (refusal === 'for good') throw new PermanentMailError(message)
  if (refusal === 'unclear') throw new UnknownOutcomeError(message)
  throw new TransientMailError(message, retryAfterMs(retryAfter, new Date()))
}

/** The same for an answer that is not in the provider's words: somebody between does not judge mails. */
export const throwGatewayFailure = (status: number, retryAfter?: string): never =>
  throwFailure(status === 504 ? 'unclear' : 'for now', `${status} from a gateway`, retryAfter)

/** Throws what a call without an answer means for the mail: it left only where a connection was made. */
export function throwNoResponse(error: unknown): never {
  const reason = error instanceof Error ? describe(error) : String(error)
  throw hasNeverConnected(error) ? new TransientMailError(reason) : new UnknownOutcomeError(reason)
}

/** Several addresses tried in vain are one error without words. */
const describe = (error: Error) =>
  error.message || (error as NodeJS.ErrnoException).code || 'the connection failed'
