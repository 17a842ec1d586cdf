import type { FastifyInstance } from 'fastify'
import { ping, type Db } from '../db/database.ts'
import type { SelfCheck } from '../self-check.ts'
import { installationId } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import type { Draining } from './draining.ts'
import { openEventStream } from './event-stream.ts'

/** The part without which the server is not ready. */
export const intakePart = 'orders'

/** ms between the two events of `/healthz/stream`. */
export const streamMs = 2000

const answers = (db: Db): Promise<boolean> =>
  ping(db).then(
    () => true,
    () => false,
  )

/**
 * `/healthz`: alive. `/readyz`: 503 while the server stops, while neither database nor replica answers, and while no
 * order could be taken in, except beside a replica, which goes on answering. Else 200, with `degraded` where something
 * does not work, and the server's `installation`. `/healthz/stream`: two events, by which `doctor` sees whether a proxy
 * holds streams back.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, primary, replica, seal }: Platform,
  draining: Draining,
  selfCheck: SelfCheck,
) {
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const refuse = (message: string) => reply.code(503).send({ status: 0, message })
    if (draining.hasBegun()) return refuse('The server is about to stop.')
    const isPrimaryThere = !primary?.isAway() && (await answers(db))
    if (!isPrimaryThere && !(replica && (await answers(replica.db))))
      return refuse('The database cannot be reached.')
    const faults = await selfCheck.ask()
    const intake = faults.find(({ part, isSlow }) => part === intakePart && !isSlow)
    if (intake && !replica) return refuse(`Not ready: ${intake.lacks}.`)
    const away = 'the primary database does not answer: only what a replica can answer is served'
    const degraded = [...(isPrimaryThere ? [] : [away]), ...faults.map(({ lacks }) => lacks)]
    if (degraded.length === 0) return { status: 1, message: 'ready', installation: installationId(seal) }
    const message = `ready, but ${degraded.join('; ')}.`
    return { status: 1, message, degraded, installation: installationId(seal) }
  })
  app.get('/healthz/stream', async (_request, reply) => {
    const stream = openEventStream(reply)
    stream.write('data: begun\n\n')
    const timer = setTimeout(() => stream.end('data: ended\n\n'), streamMs)
    stream.once('close', () => clearTimeout(timer))
    return reply
  })
}
