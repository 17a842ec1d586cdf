import type { FastifyInstance } from 'fastify'
import { ping, type Db } from '../db/database.ts'
import { installationId } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import type { Draining } from './draining.ts'

/** All else is served meanwhile: a proxy must not take the server out. */
const withoutScanner =
  'the malware scanner cannot be reached: uploads are refused, and mails with files have to come again'

const withoutStore = 'files cannot be stored: uploads are refused, and mails with files have to come again'

/** ms; a proxy asks every few seconds, and each answer costs a write. */
const probeEveryMs = 5000

/** Whether files can be stored, as it was found within the last seconds. */
function createStoreProbe({ files, log }: Pick<Platform, 'files' | 'log'>): () => Promise<boolean> {
  let last = { at: -Infinity, result: Promise.resolve(true) }
  const probe = () =>
    files.probe().then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, 'files cannot be stored')
        return false
      },
    )
  return () => {
    const now = performance.now()
    if (now - last.at > probeEveryMs) last = { at: now, result: probe() }
    return last.result
  }
}
const withoutPrimary = 'the primary database does not answer: only what a replica can answer is served'

const answers = (db: Db): Promise<boolean> =>
  ping(db).then(
    () => true,
    () => false,
  )

/**
 * `/healthz`: alive. `/readyz`: the database, or else its replica, answers (migrations ran before the server listened), and the server is not about
 * to stop; by `installation` one tells whose server it is.
 */
export function serveHealth(app: FastifyInstance, platform: Platform, draining: Draining) {
  const { db, primary, replica, scanner, seal } = platform
  const canStore = createStoreProbe(platform)
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.hasBegun())
      return reply.code(503).send({ status: 0, message: 'The server is about to stop.' })
    const isPrimaryThere = !primary?.isAway() && (await answers(db))
    if (!isPrimaryThere && !(replica && (await answers(replica.db))))
      return reply.code(503).send({ status: 0, message: 'The database cannot be reached.' })
    const [canScan, stores] = await Promise.all([scanner?.isReachable() ?? true, canStore()])
    const lacks = [
      ...(isPrimaryThere ? [] : [withoutPrimary]),
      ...(canScan ? [] : [withoutScanner]),
      ...(stores ? [] : [withoutStore]),
    ]
    const message = lacks.length === 0 ? 'ready' : `ready, but ${lacks.join('; ')}.`
    return { status: 1, message, installation: installationId(seal) }
  })
}
