import type { FastifyInstance } from 'fastify'
import { ping } from '../db/database.ts'
import { installationId } from '../server-keys.ts'
import type { Platform } from '../work.ts'

/** All else is served meanwhile: a proxy must not take the server out. */
const withoutScanner =
  'the malware scanner cannot be reached: uploads are refused, and mails with files have to come again.'

/** `/healthz`: alive. `/readyz`: the database answers (migrations ran before the server listened); by `installation` one tells whose server it is. */
export function serveHealth(app: FastifyInstance, { db, scanner, seal }: Platform) {
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
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
