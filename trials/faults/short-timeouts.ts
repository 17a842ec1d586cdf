import type { RetryPolicy } from '#server/platform/mail/retry-policy.ts'
import type { SendTimeouts } from '#server/platform/mail/transport.ts'

/** A worker's delays and timeouts for fault tests, in milliseconds: proportionally shorter than in production. */
export const shortTimeouts: { retryPolicy: RetryPolicy; deadlines: SendTimeouts; recoverEveryMs: number } = {
  retryPolicy: { delaysMs: [200, 500, 1000, 2000, 4000], abandonedAfterMs: 12_000 },
  deadlines: { connect: 3000, send: 6000 },
  recoverEveryMs: 1000,
}
