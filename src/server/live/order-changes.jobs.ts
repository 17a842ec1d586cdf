import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteOldChanges, readChanges } from './changes.queries.ts'
import { oldestKept } from './position.ts'

const deleteChangesJob = defineJob('delete-old-changes', noPayload)

/** Removes what nobody goes back to. */
export function liveJobs({ jobs, db }: Platform) {
  deleteChangesJob.handle(
    jobs,
    async () => {
      const { now } = await readChanges(db, [])
      await inTransaction(db, (tx) => deleteOldChanges(tx, String(oldestKept(now))))
    },
    { every: '41 * * * *' },
  )
}
