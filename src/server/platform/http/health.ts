import type { FastifyInstance } from 'fastify'
import { ping } from '../db/database.ts'
import { installationId } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import type { Draining } from './draining.ts'

/** All else is served meanwhile: a proxy must not take the server out. */
const withoutScanner =
  'the malware scanner cannot be reached: uploads are refused, and mails with files have to come again.'

/**
 * `/healthz`: alive. `/readyz`: the database answers (migrations ran before the server listened), and the server is not about
 * to stop; by `installation` one tells whose server it is.
 */
export function serveHealth(app: FastifyInstance, { db, scanner, seal }: Platform, draining: Draining) {
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.hasBegun())
      return reply.code(503).send({ status: 0, message: 'The server is about to stop.' })
    const isReachable = await ping(db).then(
      () => true,
      () => false,
    )
    if (!isReachable) return reply.code(503).send({ status: 0, message: 'The database cannot be reached.' })
    const canScan = (await scanner?.isReachable()) ?? true
    const message = canScan ? 'ready' : `ready, but ${withoutScanner}`
    return { status: 1, message, installation: installationId(seal) }
  })
}
