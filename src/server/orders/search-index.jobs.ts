import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { indexOrders } from './search-index.ts'

const indexJob = defineJob('index-orders', noPayload)
const ordersAtOnce = 200
/** A short job lets others run in between. */
const batches = 5

/** Runs at start, and after each job while orders of a lower search version are left. */
export const queueSearchIndex = ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> =>
  inTransaction(db, (tx) =>
    indexJob.queue({ jobs, tx }, {}, { startAfter: 1, retries: 3, timeoutSeconds: 120 }),
  )

export function searchIndexJobs(platform: Platform) {
  indexJob.handle(platform.jobs, async () => {
    for (let batch = 0; batch < batches; batch++)
      if (!(await inTransaction(platform.db, (tx) => indexOrders(tx, platform, ordersAtOnce)))) return
    await queueSearchIndex(platform)
  })
}
