import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteExpiredReplies } from './receive-order.queries.ts'

const deleteRepliesJob = defineJob('delete-expired-intake-answers', noPayload)
/** Repeats come within minutes; after this time a key may be reused. */
const retentionMs = 30 * 24 * 60 * 60_000

export function intakeJobs({ jobs, db, clock }: Platform) {
  deleteRepliesJob.handle(
    jobs,
    () => inTransaction(db, (tx) => deleteExpiredReplies(tx, new Date(clock().getTime() - retentionMs))),
    { every: '27 3 * * *' },
  )
}
