import { threads } from '../../threads/threads.ts'
import type { tasks } from './tasks.ts'

/** Does a task on a mail that came in, in a thread; null where it cannot be read within the limits. */
export const inThread = threads<typeof tasks>(import.meta.url, {
  entry: 'mail-thread',
  mostWorkMs: 4000,
  mostMs: 30_000,
  memoryMb: 256,
  atOnce: 2,
})
