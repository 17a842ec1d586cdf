import { startLoop } from '#server/platform/jobs/loop.ts'
import type { Platform } from '#server/platform/work.ts'
import { chainBatch } from './chain.ts'
import { headPath, readHead } from './chain-head.ts'
import { hasWriterRole } from './chain.queries.ts'

/**
 * Pause between batches: short enough to chain an entry soon, long enough that a busy server does not write a head
 * each time.
 */
const pauseMs = 2000
const logEveryMs = 60_000

export function auditJobs(platform: Platform) {
  const { jobs, log, config, db } = platform
  let nextAt = 0
  let loggedAt = 0

  async function logHead() {
    const head = await readHead(headPath(config))
    if (head) log.info({ seq: head.seq, hash: head.hash }, 'audit head')
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
        log.warn('the database has no audit role: only triggers and the key protect the audit chain'),
      (error: unknown) => log.error({ err: error }, 'checking the audit role failed'),
    )
    return startLoop(
      {
        claim: async () => (Date.now() < nextAt ? [] : ['batch']),
        work: chain,
        onError: (error) => {
          nextAt = Date.now() + pauseMs
          log.error({ err: error }, 'chaining the audit failed')
        },
      },
      { concurrency: 1, pace },
    )
  })
}
