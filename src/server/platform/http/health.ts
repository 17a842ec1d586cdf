import type { FastifyInstance } from 'fastify'
import { ping } from '../db/database.ts'
import type { Platform } from '../work.ts'

/** `/healthz`: alive. `/readyz`: the database answers (migrations ran before the server listened). */
export function serveHealth(app: FastifyInstance, { db }: Platform) {
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const isReachable = await ping(db).then(
      () => true,
      () => false,
    )
    return isReachable
      ? { status: 1, message: 'ready' }
      : reply.code(503).send({ status: 0, message: 'The database cannot be reached.' })
  })
}
