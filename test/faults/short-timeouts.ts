import type { Pace } from '#server/platform/mail/pace.ts'
import type { Deadlines } from '#server/platform/mail/transport.ts'

/** The waits of a worker under fault, in milliseconds: the usual ones, made short alike. */
export const hasty: { pace: Pace; deadlines: Deadlines; sweepEvery: number } = {
  pace: { waits: [200, 500, 1000, 2000, 4000], patience: 12_000 },
  deadlines: { connect: 3000, send: 6000 },
  sweepEvery: 1000,
}
