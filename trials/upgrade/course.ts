import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '#contract/session.ts'
import { createDesk, newTally, type Desk } from '../faults/crash/desk.ts'
import { intakeKey } from '../faults/crash/installation.ts'
import { countEvents } from '../faults/crash/run-crash.ts'
import { verifyInstallation } from '../faults/crash/verify-installation.ts'
import { createWrites, type Caller } from '../faults/crash/writes.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { runCommand } from '../../test/support/command-process.ts'
import { databaseUrl, execute, freshName, serverUrlOf } from '../../test/support/database.ts'
import { startSmtp } from '../../test/support/mail/smtp.ts'
import { startServerProcess, type ServerProcess } from '../../test/support/server-process.ts'
import { testDataKeys } from '../../test/support/test-app.ts'
import { startBalancer } from './balancer.ts'
import { askForFiles, startReaders, type FileTally } from './readers.ts'
import { listPageFiles, type Version } from './versions.ts'

const credentials = { email: 'admin@upgrade.example', password: 'a password of the upgrade trial' }
const ordersOfDesk = 12
/** Enough for the proxy to notice the stop, as docs/operations.md tells operators. */
const drainSeconds = 3

interface CourseOptions {
  before: Version
  after: Version
  /** Readable for PostgreSQL's user; documents are kept in it. */
  folder: string
  desks: number
  /** Seconds of load at each step. */
  stepSeconds: number
  log: (line: string) => void
}

/** Upgrades two servers on one database under load in the order of docs/operations.md; answers the faults. */
export async function runCourse({
  before,
  after,
  folder,
  desks: deskCount,
  stepSeconds,
  log,
}: CourseOptions) {
  const database = freshName('pabean_upgrade')
  const databaseServer = process.env['TEST_DATABASE_URL'] ?? ''
  await execute(databaseServer, `create database ${database}`)
  const owner = databaseUrl(databaseServer, database)
  const smtp = await startSmtp()
  const balancer = await startBalancer()
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const env = {
    DATABASE_URL: serverUrlOf(owner),
    DATA_DIR: dataDir,
    DATA_KEYS: testDataKeys,
    PUBLIC_URL: balancer.url,
    DEMO: '0',
    ADMIN_EMAIL: credentials.email,
    ADMIN_PASSWORD: credentials.password,
    INTAKE_KEY: intakeKey,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LOG_LEVEL: 'error',
    SESSION_IDLE_MINUTES: '720',
    DRAIN_SECONDS: String(drainSeconds),
  }
  const running: ServerProcess[] = []
  const problems: string[] = []

  const migrate = ({ folder: at }: Version, args: readonly string[] = []) =>
    runCommand(['migrate', ...args], { ...env, MIGRATION_DATABASE_URL: owner }, undefined, at)
  async function mustMigrate(version: Version, args: readonly string[] = []) {
    const { code, said } = await migrate(version, args)
    if (code !== 0)
      throw new Error(`migrate ${args.join(' ')} of ${version.name} ended with ${code}:\n${said}`)
  }
  async function start(version: Version): Promise<ServerProcess> {
    const server = await startServerProcess(env, undefined, version.folder)
    running.push(server)
    balancer.add(server.url, version.name)
    return server
  }
  async function stop(server: ServerProcess) {
    await server.end()
    balancer.remove(server.url)
    running.splice(running.indexOf(server), 1)
    if (server.child.exitCode !== 0)
      problems.push(`an old server ended with ${server.child.exitCode}:\n${server.output().slice(-2000)}`)
  }

  try {
    await mustMigrate(before)
    const old = [await start(before), await start(before)]
    const untilServing = async () => {
      do await pause(25)
      while (!balancer.isReady())
    }
    await untilServing()
    const signedIn = await send(balancer.url, signIn, { body: credentials })
    if (signedIn.http !== 200) throw new Error(`the sign-in answered ${signedIn.http}`)
    const token = signedIn.body.jwtToken
    const caller: Caller = { url: balancer.url, token, name: 'Admin' }
    const scratch = { installation: { untilServing }, caller }
    const { events, desk: firstDesk } = await countEvents(scratch)
    const writes = createWrites(events)
    const tally = newTally()
    const desks: Desk[] = Array.from({ length: deskCount }, () => createDesk({ ...scratch, writes, tally }))
    const state = { isOver: false }
    const work = Promise.all(
      desks.map(async (desk) => {
        while (!state.isOver) await desk.step(ordersOfDesk)
      }),
    )
    work.catch(() => {})
    const [orderId = 0] = firstDesk.orders.keys()
    const readers = startReaders({ url: balancer.url, token, orderId })
    const oldFiles = await listPageFiles(before)
    const newFiles = new Set(await listPageFiles(after))

    /** Load continues for a while, unless a desk fails. */
    const underLoad = () => Promise.race([pause(stepSeconds * 1000), work])
    async function step(name: string, does: () => Promise<unknown>) {
      const begun = {
        at: performance.now(),
        tried: balancer.tally.tried,
        failed: balancer.tally.failed.length,
      }
      await does()
      const { tried, failed } = balancer.tally
      const seconds = (performance.now() - begun.at) / 1000
      log(
        `${name}: ${seconds.toFixed(1)} s, ${tried - begun.tried} requests, ${failed.length - begun.failed} failed`,
      )
    }
    const mustRefuse = async () => {
      const { code, said } = await migrate(after, ['--contract'])
      if (code === 0) problems.push('contracting was not refused while an old server ran')
      log(`migrate --contract beside old servers ended with ${code}: ${said.trim().split('\n').at(-1)}`)
    }

    await step('two old servers', underLoad)
    await step('migrate', () => mustMigrate(after))
    await step('old servers over the new schema', underLoad)
    await step('a new server starts beside them', () => start(after))
    await step('two old servers and a new one', underLoad)
    await step('contracting is tried too early', mustRefuse)
    for (const [index, server] of old.entries()) {
      await step(`old server ${index + 1} stops`, () => stop(server))
      await step(`load beside ${index === 0 ? 'the other' : 'the new one'}`, underLoad)
      if (index === 0) await step('the second new server starts', () => start(after))
    }
    await step('migrate --contract', () => mustMigrate(after, ['--contract']))
    await step('two new servers', underLoad)
    const ofOldPage: FileTally = { tried: 0, missing: [] }
    await step('an old page asks for its files', () => askForFiles(balancer.url, oldFiles, ofOldPage))
    state.isOver = true
    await work
    await readers.stop()

    const { violations, ...found } = await verifyInstallation({
      installation: { smtp },
      caller: { ...caller, cookie: cookieOf(signedIn.headers) },
      desks: [firstDesk, ...desks],
    })
    return {
      requests: balancer.tally,
      writes: tally,
      found,
      violations: [...tally.violations, ...violations],
      ofOldPage,
      /** Files of the old page that the new build lacks. */
      replaced: oldFiles.filter((path) => !newFiles.has(path)).length,
      ofPages: readers.files,
      problems: [...problems, ...readers.wrong],
    }
  } finally {
    for (const server of running) await server.end('SIGKILL')
    await balancer.stop()
    await smtp.stop()
    await execute(databaseServer, `drop database ${database} with (force)`)
  }
}
