/** How long a worker waits; milliseconds. */
export interface Pace {
  /** After the first, second, … failed attempt; after one more the mail has failed. */
  waits: readonly number[]
  /** A mail that has been sending for longer has lost its worker: a transport gives up well within this time. */
  patience: number
}

const second = 1000
const minute = 60 * second

export const usualPace: Pace = {
  waits: [10 * second, minute, 5 * minute, 30 * minute, 120 * minute],
  patience: minute,
}

/** So much longer a wait may be: mails that failed together are not tried again together. */
const jitter = 0.25

/** The wait before the next attempt, at least what the provider asks for; undefined after the last. */
export function waitAfter({ waits }: Pace, attempts: number, retryAfter = 0): number | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : Math.max(wait, retryAfter) * (1 + Math.random() * jitter)
}
