import { createThreadRunner } from '../../threads/threads.ts'
import type { tasks } from './tasks.ts'

/** Does a task on a mail that came in, in a thread; null where it cannot be read within the limits. */
export const runMailTask = createThreadRunner<typeof tasks>(import.meta.url, {
  entry: 'mail-thread',
  maxCpuMs: 4000,
  timeoutMs: 30_000,
  memoryMb: 256,
  concurrency: 2,
})
