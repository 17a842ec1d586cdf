import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { mailLink, mailOrderLinkJob } from './order-link.ts'

export function linkJobs(platform: Platform) {
  mailOrderLinkJob.handle(platform.jobs, (request) =>
    inTransaction(platform.db, (tx) => mailLink({ ...platform, tx, now: platform.clock() }, request)),
  )
}
