/** When failed attempts are repeated; milliseconds. */
export interface RetryPolicy {
  /** The delay after the first, second, … failed attempt; one more failure is final. */
  delaysMs: readonly number[]
  /** A mail that has been 'sending' for longer was abandoned, because transports time out much earlier. */
  abandonedAfterMs: number
}

const second = 1000
const minute = 60 * second

export const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [10 * second, minute, 5 * minute, 30 * minute, 120 * minute],
  abandonedAfterMs: minute,
}

/** Up to this fraction is added, so that mails that failed together are not retried together. */
const jitter = 0.25

/** The wait before the next attempt, at least what the provider asks for; undefined after the last. */
export function retryDelayMs(
  { delaysMs }: RetryPolicy,
  attempts: number,
  retryAfter = 0,
): number | undefined {
  const delay = delaysMs[attempts - 1]
  return delay === undefined ? undefined : Math.max(delay, retryAfter) * (1 + Math.random() * jitter)
}
