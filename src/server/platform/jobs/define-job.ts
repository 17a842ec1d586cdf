import * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { JobHandling, JobOptions, Jobs } from './jobs.ts'
import { isSealedJob } from './sealed-payload.ts'

interface JobDefinition<Payload extends object> {
  name: string
  /** In the caller's transaction: the job exists if and only if that commits. */
  queue: (at: { jobs: Jobs; tx: Tx }, payload: Payload, options?: JobOptions) => Promise<void>
  /** Before the jobs are started. A job whose payload does not fit fails; it was queued by another version. */
  handle: (jobs: Jobs, work: (payload: Payload) => Promise<unknown>, options?: JobHandling) => void
}

/** The payload of a job that needs none. */
export const noPayload = z.object({})

/** States one job once. */
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
