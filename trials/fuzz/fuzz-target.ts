import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase, serverUrlOf } from '../../test/support/database.ts'
import { startServerProcess } from '../../test/support/server-process.ts'
import { testIntakeKey } from '../../test/support/test-app.ts'
import { fuzzOrigin } from './second-factor.ts'

const demoPassword = 'fuzz-demo-password-1'
export const inboundKey = 'fuzz-inbound-key-0123456789'

export interface EventLoopReport {
  longestMs: number
  p99Ms: number
  /** The longest delays, with the time at their end and the processor time that the process had in them. */
  moments: { at: number; ms: number; cpuMs: number }[]
}

/** The built server with the demo, which tells how long its event loop was held up. */
export interface FuzzTarget {
  url: string
  pid: number
  dataDir: string
  databaseUrl: string
  /** Since the last call. */
  eventLoop(): Promise<EventLoopReport>
  hasEnded(): boolean
  end(): Promise<void>
}

export async function startFuzzTarget(): Promise<FuzzTarget> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-fuzz-'))
  const reportFile = join(dataDir, 'event-loop.json')
  const { url, child, end } = await startServerProcess({
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import=${new URL('event-loop-delay.mjs', import.meta.url).href}`,
    EVENT_LOOP_REPORT: reportFile,
    PUBLIC_URL: fuzzOrigin,
    DATABASE_URL: serverUrlOf(database.url),
    MIGRATION_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_PASSWORD: demoPassword,
    INTAKE_KEY: testIntakeKey,
    INBOUND_KEY: inboundKey,
    // Every request comes from an address of its own, or the limits by address would answer most of them.
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  })
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    databaseUrl: database.url,
    async eventLoop() {
      await rm(reportFile, { force: true })
      child.kill('SIGUSR2')
      while (!(await stat(reportFile).catch(() => null))) await pause(20)
      return JSON.parse(await readFile(reportFile, 'utf8')) as EventLoopReport
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end() {
      await end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
