/** How long a worker waits; milliseconds. */
export interface RetryPolicy {
  /** After the first, second, … failed attempt; after one more the mail has failed. */
  delaysMs: readonly number[]
  /** A mail that has been sending for longer has lost its worker: a transport gives up well within this time. */
  abandonedAfterMs: number
}

const second = 1000
const minute = 60 * second

export const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [10 * second, minute, 5 * minute, 30 * minute, 120 * minute],
  abandonedAfterMs: minute,
}

/** So much longer a wait may be: mails that failed together are not tried again together. */
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
