import * as z from 'zod/mini'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { previewDocument, previewNextDocument } from './preview.ts'

const previewDocumentJob = defineJob('preview-document', z.object({ documentId: z.number() }), [
  'look-at-document',
])
const previewRemainingJob = defineJob('preview-remaining-documents', noPayload, ['look-at-the-rest'])
/** So many of the rest are previewed in one job, which leaves the machine to others in between. */
const atMostInOneJob = 3
/** A file of the worst kind takes its minute, twice. */
const timeoutSeconds = 5 * 60

/** To preview a document once the transaction that stores it is committed. */
export const queuePreview = (at: Pick<Platform, 'jobs'> & { tx: Tx }, documentId: number) =>
  previewDocumentJob.queue(at, { documentId }, { retries: 3, timeoutSeconds })

/** At start, now and then, and after each job: goes on as long as there are documents without a preview. */
export const resumePreviews = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, (tx) =>
    previewRemainingJob.queue({ jobs, tx }, {}, { startAfter: 1, retries: 3, timeoutSeconds }),
  )

export function previewJobs(platform: Platform) {
  previewDocumentJob.handle(platform.jobs, ({ documentId }) => previewDocument(platform, documentId))
  previewRemainingJob.handle(
    platform.jobs,
    async () => {
      for (let done = 0; done < atMostInOneJob; done++) if (!(await previewNextDocument(platform))) return
      await resumePreviews(platform)
    },
    { every: '*/10 * * * *', timeoutSeconds },
  )
}
