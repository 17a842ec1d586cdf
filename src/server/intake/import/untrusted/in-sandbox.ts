import * as z from 'zod/mini'
import { importPreview } from '#contract/imports.ts'
import { createSandbox } from '#server/platform/sandbox/sandbox.ts'
import type { tasks } from './tasks.ts'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** Reads a file of orders in a separate process; null where that fails or exceeds the limits. */
export const { run: runImportTask, findConfinement: findImportConfinement } = createSandbox<typeof tasks>(
  import.meta.url,
  {
    entry: 'import-sandbox',
    maxCpuMs: 60_000,
    timeoutMs: 120_000,
    heapMb: 512,
    maxResidentMb: 1024,
    maxResultBytes: 64 * 1024 * 1024,
    concurrency: 2,
  },
  {
    readOrders: z.union([
      z.object({ refusal: z.string() }),
      z.object({ preview: importPreview, batches: z.array(bytes) }),
    ]),
  },
)
