import type { FastifyInstance } from 'fastify'
import { ping, type Db } from '../db/database.ts'
import { installationId } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import type { Draining } from './draining.ts'

/** All else is served meanwhile: a proxy must not take the server out. */
const withoutScanner =
  'the malware scanner cannot be reached: uploads are refused, and mails with files have to come again.'

const withoutPrimary = 'the primary database does not answer: only what a replica can answer is served.'

const answers = (db: Db): Promise<boolean> =>
  ping(db).then(
    () => true,
    () => false,
  )

/**
 * `/healthz`: alive. `/readyz`: the database, or else its replica, answers (migrations ran before the server listened), and the server is not about
 * to stop; by `installation` one tells whose server it is.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, replica, scanner, seal }: Platform,
  draining: Draining,
) {
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.hasBegun())
      return reply.code(503).send({ status: 0, message: 'The server is about to stop.' })
    const isPrimaryThere = !replica?.primary.isAway() && (await answers(db))
    if (!isPrimaryThere && !(replica && (await answers(replica.db))))
      return reply.code(503).send({ status: 0, message: 'The database cannot be reached.' })
    const canScan = (await scanner?.isReachable()) ?? true
    const lacks = [...(isPrimaryThere ? [] : [withoutPrimary]), ...(canScan ? [] : [withoutScanner])]
    const message = ['ready', ...lacks].join(', but ')
    return { status: 1, message, installation: installationId(seal) }
  })
}
