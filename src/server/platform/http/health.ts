import type { FastifyInstance } from 'fastify'
import { ping, type Db } from '../db/database.ts'
import { installationId } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import type { Draining } from './draining.ts'

/** A degraded dependency, reported by `/readyz` with 200, since all else is served; null if healthy. */
export type Degradation = () => Promise<string | null>

/** ms. A proxy asks every few seconds, and each probe costs a write. */
const probeEveryMs = 5000

/** The result is reused for `probeEveryMs`. */
function createStoreDegradation({ files, log }: Pick<Platform, 'files' | 'log'>): Degradation {
  let last: { at: number; result: Promise<string | null> } = { at: -Infinity, result: Promise.resolve(null) }
  const probe = () =>
    files.probe().then(
      () => null,
      (error: unknown) => {
        log.error({ err: error }, 'files cannot be stored')
        return 'files cannot be stored: uploads are refused, and mails with files have to come again'
      },
    )
  return () => {
    const now = performance.now()
    if (now - last.at > probeEveryMs) last = { at: now, result: probe() }
    return last.result
  }
}

const createScannerDegradation =
  ({ scanner }: Pick<Platform, 'scanner'>): Degradation =>
  async () =>
    !scanner || (await scanner.isReachable())
      ? null
      : 'the malware scanner cannot be reached: uploads are refused, and mails with files have to come again'

const answers = (db: Db): Promise<boolean> =>
  ping(db).then(
    () => true,
    () => false,
  )

/**
 * `/healthz`: alive. `/readyz`: the database or its replica answers (migrations ran before the server listened), and
 * the server is not stopping. It names degraded dependencies, also the features' `furtherDegradations`, and the
 * server's `installation`.
 */
export function serveHealth(
  app: FastifyInstance,
  platform: Platform,
  draining: Draining,
  furtherDegradations: readonly Degradation[],
) {
  const { db, primary, replica, seal } = platform
  const degradations = [
    createScannerDegradation(platform),
    createStoreDegradation(platform),
    ...furtherDegradations,
  ]
  app.get('/healthz', async () => ({ status: 1, message: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.hasBegun())
      return reply.code(503).send({ status: 0, message: 'The server is about to stop.' })
    const isPrimaryThere = !primary?.isAway() && (await answers(db))
    if (!isPrimaryThere && !(replica && (await answers(replica.db))))
      return reply.code(503).send({ status: 0, message: 'The database cannot be reached.' })
    const said = [
      isPrimaryThere
        ? null
        : 'the primary database does not answer: only what a replica can answer is served',
      ...(await Promise.all(degradations.map((find) => find()))),
    ].filter((text) => text !== null)
    const message = said.length === 0 ? 'ready' : `ready, but ${said.join('; ')}.`
    return { status: 1, message, installation: installationId(seal) }
  })
}
