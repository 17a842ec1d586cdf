import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import { startLoop } from '#server/platform/jobs/loop.ts'
import type { Platform } from '#server/platform/work.ts'
import { claimNext, readClaimed } from './read-proposals.ts'
import { sendNextDue } from './send-due.ts'

const sendProposalsJob = defineJob('send-certain-proposals', noPayload)

/** The concurrency of the sandbox. */
const readersAtOnce = 2
/** ms; the rest waits for the next run. */
const runMs = 50_000
const sendTimeoutSeconds = 5 * 60

export function proposalJobs(platform: Platform) {
  const { jobs, config, log } = platform
  // Also reads what a killed server left.
  jobs.addLoop('proposals', (pace) =>
    startLoop(
      {
        claim: async () => {
          const rows = await claimNext(platform)
          return rows.length > 0 ? [rows] : []
        },
        work: (rows) => readClaimed(platform, rows),
        onError: (error) => log.error({ err: error }, 'proposed documents could not be read'),
      },
      { concurrency: readersAtOnce, pace },
    ),
  )
  sendProposalsJob.handle(
    jobs,
    async () => {
      if (!config.official.autosend) return
      const until = Date.now() + runMs
      while (Date.now() < until) if (!(await sendNextDue(platform))) return
    },
    { every: '* * * * *', timeoutSeconds: sendTimeoutSeconds },
  )
}
