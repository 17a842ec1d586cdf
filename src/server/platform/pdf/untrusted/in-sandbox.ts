import { createSandbox } from '../../sandbox/sandbox.ts'
import { results } from './results.ts'
import type { tasks } from './tasks.ts'

/** Runs a task on an uploaded file in a process of its own; null where it fails or exceeds the limits. */
export const runPdfTask = createSandbox<typeof tasks>(
  import.meta.url,
  {
    entry: 'pdf-sandbox',
    maxCpuMs: 6000,
    timeoutMs: 60_000,
    heapMb: 256,
    maxResidentMb: 1024,
    maxResultBytes: 64 * 1024 * 1024,
    concurrency: 2,
    background: ['preview', 'qrText'],
  },
  results,
)
