import * as z from 'zod/mini'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { previewDocument, previewNextDocument } from './preview.ts'

const previewDocumentJob = defineJob('preview-document', z.object({ documentId: z.number() }))
const previewRemainingJob = defineJob('preview-remaining-documents', noPayload)
/** A short job lets other jobs run in between. */
const previewsPerJob = 3
/** Two attempts of up to one minute each, with margin. */
const timeoutSeconds = 5 * 60

/** Previews a document after the caller's transaction. */
export const queuePreview = (at: Pick<Platform, 'jobs'> & { tx: Tx }, documentId: number) =>
  previewDocumentJob.queue(at, { documentId }, { retries: 3, timeoutSeconds })

/** Runs at start, every ten minutes, and after each job while documents lack a preview. */
export const queueRemainingPreviews = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, (tx) =>
    previewRemainingJob.queue({ jobs, tx }, {}, { startAfter: 1, retries: 3, timeoutSeconds }),
  )

export function previewJobs(platform: Platform) {
  previewDocumentJob.handle(platform.jobs, ({ documentId }) => previewDocument(platform, documentId))
  previewRemainingJob.handle(
    platform.jobs,
    async () => {
      for (let count = 0; count < previewsPerJob; count++) if (!(await previewNextDocument(platform))) return
      await queueRemainingPreviews(platform)
    },
    { every: '*/10 * * * *', timeoutSeconds },
  )
}
