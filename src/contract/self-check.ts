import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the server that answers found at its last look at what it depends on (product §10). */
export const listFaults = endpoint({
  method: 'GET',
  path: '/admin/faults',
  summary: 'What does not work at the moment',
  allow: 'seeFaults',
  reply: z.object({
    data: z.array(z.object({ part: z.string(), lacks: z.string(), why: z.string() })),
  }),
})
