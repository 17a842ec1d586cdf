import { neverConnected } from './connections.ts'
import { MailRefused, NotNow, UnclearOutcome } from './transport.ts'

/** What an answer that takes no mail means. */
export type Refusal = 'for good' | 'for now' | 'unclear'

const hour = 60 * 60_000
/** A provider that asks for more is asked again by then. */
const longestRetryAfter = 24 * hour

/** Retry-After in milliseconds, given in seconds or as a date; undefined where there is none. */
function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestRetryAfter)
}

/** Throws what an HTTP provider's answer means for the mail, with its words. */
export function refusedBy(refusal: Refusal, words: string, retryAfter?: string): never {
  if (refusal === 'for good') throw new MailRefused(words)
  if (refusal === 'unclear') throw new UnclearOutcome(words)
  throw new NotNow(words, retryAfterMs(retryAfter, new Date()))
}

/** The same for an answer that is not in the provider's words: somebody between does not judge mails. */
export const refusedByGateway = (status: number, retryAfter?: string): never =>
  refusedBy(status === 504 ? 'unclear' : 'for now', `${status} from a gateway`, retryAfter)

/** Throws what a call without an answer means for the mail: it left only where a connection was made. */
export function unanswered(error: unknown): never {
  const reason = error instanceof Error ? describe(error) : String(error)
  throw neverConnected(error) ? new NotNow(reason) : new UnclearOutcome(reason)
}

/** Several addresses tried in vain are one error without words. */
const describe = (error: Error) =>
  error.message || (error as NodeJS.ErrnoException).code || 'the connection failed'
