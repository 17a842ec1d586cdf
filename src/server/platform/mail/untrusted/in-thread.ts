import { createThreadRunner } from '../../threads/threads.ts'
import type { tasks } from './tasks.ts'

/** Runs a task on an incoming mail in a thread; null where it fails or exceeds the limits. */
export const runMailTask = createThreadRunner<typeof tasks>(import.meta.url, {
  entry: 'mail-thread',
  maxCpuMs: 4000,
  timeoutMs: 30_000,
  memoryMb: 256,
  concurrency: 2,
})
