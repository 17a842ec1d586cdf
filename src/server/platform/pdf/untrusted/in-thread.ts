import { createThreadRunner } from '../../threads/threads.ts'
import type { tasks } from './tasks.ts'

/** Runs a task on an uploaded file in a thread; null where it fails or exceeds the limits. */
export const runPdfTask = createThreadRunner<typeof tasks>(import.meta.url, {
  entry: 'picture-thread',
  maxCpuMs: 6000,
  timeoutMs: 60_000,
  memoryMb: 256,
  concurrency: 2,
})
