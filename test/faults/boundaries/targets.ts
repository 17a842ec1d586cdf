import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { startServerProcess, type ServerProcess } from '../../support/server-process.ts'

const dieAfter = pathToFileURL('test/faults/boundaries/die-after.mjs').href
/** A process that is to die does so before it answers, or in the same turn. ms */
const diesWithinMs = 60

export interface Target extends Pick<ServerProcess, 'url'> {
  isGone(): boolean
  /** Whether it is gone, or is a moment later. */
  hasDied(): Promise<boolean>
  /** Resolves once the database has given up what its connections had begun. */
  forgotten(): Promise<void>
}

/** Servers that may be told to die, one of them always ready to take the place of another. */
export interface Targets {
  /** The one that serves; another one where that has died. */
  current(): Promise<Target>
  stop(): Promise<void>
}

export function startTargets(env: Record<string, string> & { DATABASE_URL: string }, owner: Db): Targets {
  let count = 0
  const running = new Set<ServerProcess>()

  async function start(): Promise<Target> {
    count += 1
    const name = `target-${process.pid}-${count}`
    const database = new URL(env.DATABASE_URL)
    database.searchParams.set('application_name', name)
    const server = await startServerProcess({
      ...env,
      DATABASE_URL: database.href,
      NODE_OPTIONS: `--import=${dieAfter}`,
    })
    running.add(server)
    const { child } = server
    const isGone = () => child.exitCode !== null || child.signalCode !== null
    child.once('exit', () => running.delete(server))
    const countConnections = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where application_name = ${name}`.execute(owner)
      return rows[0]?.n ?? 0
    }
    return {
      url: server.url,
      isGone,
      async hasDied() {
        if (!isGone()) await Promise.race([once(child, 'exit'), pause(diesWithinMs)])
        return isGone()
      },
      async forgotten() {
        while ((await countConnections()) > 0) await pause(5)
      },
    }
  }

  let serving = start()
  let spare = start()
  return {
    async current() {
      if ((await serving).isGone()) {
        serving = spare
        spare = start()
      }
      return serving
    },
    async stop() {
      await Promise.allSettled([serving, spare])
      await Promise.all([...running].map((server) => server.end()))
    },
  }
}
