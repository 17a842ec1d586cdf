import { threads } from '../../threads/threads.ts'
import type { tasks } from './tasks.ts'

/** Does a task on an uploaded file in a thread; null where the file is not such as can be read within the limits. */
export const inThread = threads<typeof tasks>(import.meta.url, {
  entry: 'picture-thread',
  mostWorkMs: 6000,
  mostMs: 60_000,
  memoryMb: 256,
  atOnce: 2,
})
