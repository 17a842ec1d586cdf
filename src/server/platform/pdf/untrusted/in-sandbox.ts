import { createSandbox } from '../../sandbox/sandbox.ts'
import { results } from './results.ts'
import type { tasks } from './tasks.ts'

const limits = {
  entry: 'pdf-sandbox',
  maxCpuMs: 6000,
  timeoutMs: 60_000,
  heapMb: 256,
  maxResidentMb: 1024,
  maxResultBytes: 64 * 1024 * 1024,
  concurrency: 3,
}

/** Runs a task on an uploaded file in a process of its own; null where it fails or exceeds the limits. */
export const { run: runPdfTask, findConfinement: findPdfConfinement } = createSandbox<typeof tasks>(
  import.meta.url,
  { ...limits, background: ['preview', 'qrText'] },
  results,
)

/**
 * Runs a task on several PDFs, one after the other in one process. What a call waits for does not wait for these; none of
 * them has as long as a member's own file.
 */
export const { runEach: runPdfTaskOnEach } = createSandbox<typeof tasks>(
  import.meta.url,
  { ...limits, maxCpuMs: 3000, timeoutMs: 30_000 },
  results,
)
