import * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { JobHandling, JobOptions, Jobs } from './jobs.ts'
import { isSealedJob } from './sealed-payload.ts'

interface JobDefinition<Payload extends object> {
  name: string
  /** In the caller's transaction: the job exists only if it commits. */
  queue: (at: { jobs: Jobs; tx: Tx }, payload: Payload, options?: JobOptions) => Promise<void>
  /** To be called before the jobs start. A payload of another version that does not fit fails the job. */
  handle: (jobs: Jobs, work: (payload: Payload) => Promise<unknown>, options?: JobHandling) => void
}

export const noPayload = z.object({})

export function defineJob<Payload extends object>(
  name: string,
  payloadSchema: z.ZodMiniType<Payload>,
): JobDefinition<Payload> {
  return {
    name,
    queue: ({ jobs, tx }, payload, options) =>
      jobs.add(tx, name, payload, { ...options, isSealed: isSealedJob(name) }),
    handle: (jobs, work, options = {}) =>
      jobs.handle({
        ...options,
        name,
        work: async (payload) => {
          await work(z.parse(payloadSchema, payload))
        },
      }),
  }
}
