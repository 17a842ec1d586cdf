import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { previewDocument, previewNextDocument } from './preview.ts'

const lookJob = 'look-at-document'
const restJob = 'look-at-the-rest'
/** So many of the rest are looked at in one job, which leaves the machine to others in between. */
const spell = 3
/** Seconds. A file of the worst kind takes its minute, twice. */
const most = 5 * 60

/** To look at a document once the transaction that stores it is committed. */
export const queueLook = ({ jobs, tx }: Pick<Platform, 'jobs'> & { tx: Tx }, documentId: number) =>
  jobs.add(tx, lookJob, { documentId }, { retries: 3, most })

/** At start, now and then, and after each job: goes on as long as there are documents that nobody has looked at. */
export const resumeLooks = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, (tx) => jobs.add(tx, restJob, {}, { startAfter: 1, retries: 3, most }))

export function lookJobs(platform: Platform) {
  platform.jobs.handle<{ documentId: number }>(lookJob, ({ documentId }) =>
    previewDocument(platform, documentId),
  )
  platform.jobs.handle(
    restJob,
    async () => {
      for (let looks = 0; looks < spell; looks++) if (!(await previewNextDocument(platform))) return
      await resumeLooks(platform)
    },
    { every: '*/10 * * * *', most },
  )
}
