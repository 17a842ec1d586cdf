import * as z from 'zod/mini'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { rawMail } from './raw-mail.ts'
import type { tasks } from './tasks.ts'

/** Runs a task on an inbound mail in a separate process; null where it fails or exceeds the limits. */
export const { run: runMailTask, findConfinement: findMailConfinement } = createSandbox<typeof tasks>(
  import.meta.url,
  {
    entry: 'mail-sandbox',
    maxCpuMs: 4000,
    timeoutMs: 30_000,
    heapMb: 256,
    maxResidentMb: 768,
    maxResultBytes: 128 * 1024 * 1024,
    concurrency: 3,
  },
  { readMail: rawMail, safeHtml: z.string() },
)
