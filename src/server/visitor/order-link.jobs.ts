import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { mailLink, mailLinkJob, type LinkWish } from './order-link.ts'

export function linkJobs(platform: Platform) {
  platform.jobs.handle<LinkWish>(mailLinkJob, (wish) =>
    inTransaction(platform.db, (tx) => mailLink({ ...platform, tx, now: platform.clock() }, wish)),
  )
}
