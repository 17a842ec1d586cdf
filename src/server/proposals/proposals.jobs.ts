import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { readNext, readProposalsJob, readTimeoutSeconds } from './propose.ts'
import { deleteExpired } from './proposals.queries.ts'
import { sendNextDue } from './send-due.ts'

const sendProposalsJob = defineJob('send-certain-proposals', noPayload)
const deleteProposalsJob = defineJob('delete-expired-proposals', noPayload)

/** As many as the sandbox runs at once. */
const readersAtOnce = 2
/** A job reads so long, ms; what is left is for the next. */
const runMs = 50_000

async function readAll(platform: Platform): Promise<void> {
  const until = Date.now() + runMs
  const readSome = async () => {
    while (Date.now() < until) if (!(await readNext(platform))) return
  }
  await Promise.all(Array.from({ length: readersAtOnce }, readSome))
}

export function proposalJobs(platform: Platform) {
  const { jobs, db, clock, config } = platform
  // Also what a killed server left.
  readProposalsJob.handle(jobs, () => readAll(platform), {
    every: '* * * * *',
    timeoutSeconds: readTimeoutSeconds,
  })
  sendProposalsJob.handle(
    jobs,
    async () => {
      if (!config.official.autosend) return
      const until = Date.now() + runMs
      while (Date.now() < until) if (!(await sendNextDue(platform))) return
    },
    { every: '* * * * *', timeoutSeconds: readTimeoutSeconds },
  )
  deleteProposalsJob.handle(jobs, () => inTransaction(db, (tx) => deleteExpired(tx, clock())), {
    every: '*/10 * * * *',
  })
}
