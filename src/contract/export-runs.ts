import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nullableText } from './common-schemas.ts'

/** Which the caller gives an export, so as to ask how far it is. */
export const exportId = z.uuid('The export id is not valid.')

/** `unknown`: it has not begun, or ended on another server. */
const runStates = ['running', 'done', 'failed', 'cancelled', 'unknown'] as const

const exportRun = z.object({
  state: z.enum(runStates),
  /** Sent so far; null where another server sends them. */
  rows: z.nullable(z.number()),
  /** Null until they are counted, and where another server sends them. */
  total: z.nullable(z.number()),
  /** Why it was refused. */
  reason: nullableText,
})
export type ExportRun = z.infer<typeof exportRun>

export const readExport = endpoint({
  method: 'GET',
  path: '/admin/exports/:exportId',
  summary: 'How far an export of the caller is',
  allow: 'workOrders',
  params: z.object({ exportId }),
  reply: z.object({ data: exportRun }),
})

/** What it has sent by then is no whole file, and its connection ends as one that broke. */
export const cancelExport = endpoint({
  method: 'DELETE',
  path: '/admin/exports/:exportId',
  summary: 'Ends an export of the caller',
  allow: 'workOrders',
  params: z.object({ exportId }),
})
