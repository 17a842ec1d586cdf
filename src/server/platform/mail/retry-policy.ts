import { jakartaMidnight } from '#contract/rules/dates.ts'
import type { ClaimedMail, Outcome } from './mail-rows.ts'
import type { MailFailure } from './transport.ts'

export interface RetryPolicy {
  /** ms after the first, second, … failed attempt; one more failure is final, unless the mail waits for its sender. */
  delaysMs: readonly number[]
  /** ms for which a mail waits for its sender. */
  waitsMs: number
  /** ms after which a 'sending' mail counts as abandoned, and after which its worker renews the claim. */
  abandonedAfterMs: number
  renewEveryMs: number
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const usualRetryPolicy: RetryPolicy = {
  delaysMs: [10 * second, minute, 5 * minute, 30 * minute, 2 * hour],
  waitsMs: 48 * hour,
  abandonedAfterMs: minute,
  renewEveryMs: 15 * second,
}

/** Up to this fraction is added, so that mails that failed together are not retried together. */
const jitter = 0.25

type Failure = Pick<MailFailure, 'kind' | 'retryAfter'> & { reason: string }

/**
 * The end of a waiting mail's tries: at most the travel day's beginning. Null on that day, which has the usual tries.
 */
function waitsUntil({ waitsMs }: RetryPolicy, since: Date, travelDate: string | null): Date | null {
  const until = new Date(since.getTime() + waitsMs)
  const begins = travelDate === null ? until : jakartaMidnight(travelDate)
  if (begins <= since) return null
  return begins < until ? begins : until
}

/** How a failed attempt leaves its mail. Not before the provider's Retry-After is it tried again. */
export function outcomeOfFailure(
  policy: RetryPolicy,
  mail: ClaimedMail,
  { kind, retryAfter = 0, reason: error }: Failure,
  now: Date,
): Outcome {
  if (kind === 'address') return { state: 'bounced', error }
  if (kind === 'unclear') return { state: 'unknown', error }
  if (kind === 'stopped')
    return { state: 'queued', not_before: now, waiting_since: mail.waiting_since, error }
  const delay = policy.delaysMs[mail.attempts - 1]
  const waits = kind === 'sender' || (kind === 'away' && delay === undefined)
  const since = mail.waiting_since ?? (waits ? now : null)
  const until = since && waitsUntil(policy, since, mail.travel_date)
  const pause = delay ?? (until ? policy.delaysMs.at(-1) : undefined)
  if (pause === undefined || (until && until <= now)) return { state: 'failed', error }
  const next = new Date(now.getTime() + Math.max(pause, retryAfter) * (1 + Math.random() * jitter))
  return { state: 'queued', not_before: until && until < next ? until : next, waiting_since: since, error }
}
