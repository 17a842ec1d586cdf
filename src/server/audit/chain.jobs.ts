import { startLoop } from '#server/platform/jobs/loop.ts'
import type { Platform } from '#server/platform/work.ts'
import { chainBatch } from './chain.ts'
import { headPath, readHead } from './chain-head.ts'
import { hasWriterRole } from './chain.queries.ts'

/** Between two batches, so that an entry is chained soon and a busy server does not write a head for each. */
const pauseMs = 2000
const logEveryMs = 60_000

/** Chains the audit while the server runs, and logs the head once a minute. */
export function auditJobs(platform: Platform) {
  const { jobs, log, config, db } = platform
  let nextAt = 0
  let loggedAt = 0

  async function logHead() {
    const head = await readHead(headPath(config))
    if (head) log.info({ seq: head.seq, hash: head.hash }, 'the head of the audit')
  }

  async function chain() {
    const count = await chainBatch(platform)
    nextAt = Date.now() + pauseMs
    if (count === 0 || Date.now() - loggedAt < logEveryMs) return
    loggedAt = Date.now()
    await logHead()
  }

  jobs.addLoop('audit chain', (pace) => {
    void hasWriterRole(db).then(
      (hasRole) =>
        hasRole ||
        log.warn(
          'the database gives the audit no role of its own: its chain is kept by triggers and its key alone',
        ),
      (error: unknown) => log.error({ err: error }, 'the role of the audit'),
    )
    return startLoop(
      {
        claim: async () => (Date.now() < nextAt ? [] : ['batch']),
        work: chain,
        onError: (error) => {
          nextAt = Date.now() + pauseMs
          log.error({ err: error }, 'chaining the audit')
        },
      },
      { concurrency: 1, pace },
    )
  })
}
