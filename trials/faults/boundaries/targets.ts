import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { startServerProcess, type ServerProcess } from '../../../test/support/server-process.ts'

export const dieAfter = pathToFileURL('trials/faults/boundaries/die-after.mjs').href
/** ms. A process that answers and dies does so in the same turn; one whose connection broke is dying. */
const diesWithinMs = { answered: 100, broken: 20_000 }

interface Target extends Pick<ServerProcess, 'url'> {
  isGone(): boolean
  hasDied(after: 'answered' | 'broken'): Promise<boolean>
  /** Resolves once the database has rolled back the server's open transactions. */
  forgotten(): Promise<void>
  stop(): Promise<void>
}

type TargetEnvironment = Record<string, string> & { DATABASE_URL: string }

/** A start fails by itself where a busy machine delays the database. */
const startServer = (env: TargetEnvironment): Promise<ServerProcess> =>
  startServerProcess(env).catch(() => startServerProcess(env))

let count = 0

async function startTarget(env: TargetEnvironment, owner: Db): Promise<Target> {
  count += 1
  const name = `target-${process.pid}-${count}`
  const database = new URL(env.DATABASE_URL)
  database.searchParams.set('application_name', name)
  const server = await startServer({
    ...env,
    DATABASE_URL: database.href,
    NODE_OPTIONS: `--import=${dieAfter}`,
  })
  const { child } = server
  const isGone = server.hasEnded
  const countConnections = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where application_name = ${name}`.execute(owner)
    return rows[0]?.n ?? 0
  }
  return {
    url: server.url,
    isGone,
    async hasDied(after) {
      if (!isGone()) await Promise.race([once(child, 'exit'), pause(diesWithinMs[after])])
      return isGone()
    },
    async forgotten() {
      while ((await countConnections()) > 0) await pause(5)
    },
    stop: () => server.end(),
  }
}

/** Servers that may be told to die, with one spare always ready. */
export interface Targets {
  current(): Promise<Target>
  stop(): Promise<void>
}

export function startTargets(env: TargetEnvironment, owner: Db): Targets {
  let serving = startTarget(env, owner)
  let spare = startTarget(env, owner)
  return {
    async current() {
      if ((await serving).isGone()) {
        serving = spare
        spare = startTarget(env, owner)
      }
      return serving
    },
    async stop() {
      for (const target of [serving, spare])
        await target.then(
          (started) => started.stop(),
          () => {},
        )
    },
  }
}
