import { countJobs } from './orders/counts/jobs.ts'
import { undoJobs } from './orders/undo/jobs.ts'
import type { Platform } from './platform/work.ts'
import { sessionJobs } from './session/jobs.ts'

/** Every feature's work after the answer; before `platform.jobs.start()`. */
export function registerJobs(platform: Platform) {
  countJobs(platform)
  sessionJobs(platform)
  undoJobs(platform)
}
