import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { queueLinkMail, mailOrderLinkJob } from './order-link.ts'

export function linkJobs(platform: Platform) {
  mailOrderLinkJob.handle(platform.jobs, (request) =>
    inTransaction(platform.db, (tx) => queueLinkMail({ ...platform, tx, now: platform.clock() }, request)),
  )
}
