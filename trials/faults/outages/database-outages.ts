import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createOrder } from '#contract/intake.ts'
import { getOrder } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import { addRemark } from '#contract/remarks.ts'
import { signIn } from '#contract/session.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { request, send } from '../../../test/support/call.ts'
import { anOrder } from '../../../test/support/orders.ts'
import { startCuttableDatabase, type CuttableDatabase } from '../../../test/support/cuttable-database.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { msUntil, timed, type OutageReport, type TimedAnswer } from './outage-report.ts'
import { mountDisk } from './tmpfs.ts'

const admin = { email: 'admin@outage.example', password: 'a password of the outages' }
const intakeKey = 'outage-intake-key-0123456789'

const settings = {
  DEMO: '0',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  INTAKE_KEY: intakeKey,
  LOG_LEVEL: 'silent',
}

/** Such as the product promises: a refusal within two seconds, and service within five of its return. */
const refusalMs = 2000
const backWithinMs = 5000
const awayMs = 4000
/** Who says nothing at all is asked twice before it counts as gone. */
const silentMs = 10_000
const silenceRefusedWithinMs = 7000

interface Database {
  way: CuttableDatabase
  stop(): Promise<void>
  /** Resolves when it answers. */
  start(): Promise<void>
  kill(): Promise<void>
  /** Resolves when it answers again. */
  answers(): Promise<void>
}

async function startDatabase(folder: string): Promise<Database> {
  const options = { dataDir: join(folder, 'postgres'), log: () => {} }
  let postgres = await startEmbeddedPostgres(options)
  const { host, port, user, database } = postgres.connection
  const url = `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`
  const way = await startCuttableDatabase(url)
  return {
    way,
    stop: () => postgres.stop(),
    async start() {
      postgres = await startEmbeddedPostgres(options)
    },
    async kill() {
      const pid = Number((await readFile(join(options.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGKILL')
    },
    // It is started again by whoever watches over it here.
    async answers() {
      const { Client } = (await import('pg')).default
      const isThere = async () => {
        const client = new Client({ connectionString: url })
        client.on('error', () => {})
        return client
          .connect()
          .then(
            () => true,
            () => false,
          )
          .finally(() => client.end().catch(() => {}))
      }
      await msUntil(isThere, 60_000, 'the database answers')
    },
  }
}

interface Observed extends TimedAnswer {
  what: string
  begun: number
  ended: number
}

/** Four callers who ask again and again, each for one thing. */
function observe(url: string, token: string, orderId: number) {
  const observed: Observed[] = []
  const acknowledged: string[] = []
  let [isOver, remarks] = [false, 0]
  const calls: Record<string, () => Promise<TimedAnswer>> = {
    list: () => timed(() => request(url, listOrders, { params: { orderName: 'newOrder' } }, { token })),
    order: () => timed(() => request(url, getOrder, { params: { orderId } }, { token })),
    readyz: () => timed(() => fetch(`${url}/readyz`)),
    async remark() {
      const remark = `remark ${++remarks}`
      const answer = await timed(() => request(url, addRemark, { body: { orderId, remark } }, { token }))
      if (answer.http === 200) acknowledged.push(remark)
      return answer
    },
  }
  const callers = Object.entries(calls).map(async ([what, call]) => {
    while (!isOver) {
      const begun = performance.now()
      const answer = await call()
      observed.push({ ...answer, what, begun, ended: performance.now() })
      await pause(20)
    }
  })
  return {
    observed,
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(callers)
    },
  }
}

interface DatabaseOutage {
  name: string
  /** ms after which the last call is refused; `refusalMs` where it is absent. */
  refusedWithinMs?: number
  /** Resolves when it is gone. */
  begin(database: Database): Promise<void>
  /** Resolves when it answers again. */
  end(database: Database): Promise<void>
}

const outages: readonly DatabaseOutage[] = [
  {
    name: 'database stopped',
    begin: (database) => database.stop(),
    async end(database) {
      await pause(awayMs)
      await database.start()
    },
  },
  {
    name: 'database silent',
    refusedWithinMs: silenceRefusedWithinMs,
    begin: async (database) => database.way.silence(),
    async end(database) {
      await pause(silentMs)
      database.way.join()
    },
  },
  { name: 'database killed', begin: (database) => database.kill(), end: (database) => database.answers() },
]

async function tryOutage(
  database: Database,
  url: string,
  { name, begin, end, refusedWithinMs = refusalMs }: DatabaseOutage,
): Promise<OutageReport> {
  const { body } = await send(url, signIn, { body: admin })
  const token = body.jwtToken
  const taken = await send(url, createOrder, { body: anOrder() }, { token: intakeKey })
  const orderId = taken.body.data.order_id
  const desk = observe(url, token, orderId)
  await pause(1000)
  await begin(database)
  const goneAt = performance.now()
  await end(database)
  const backAt = performance.now()
  const kinds = ['list', 'order', 'readyz', 'remark']
  const firstDone = () =>
    kinds.map((kind) =>
      desk.observed.find(({ what, http, begun }) => what === kind && http === 200 && begun >= backAt),
    )
  await msUntil(async () => firstDone().every(Boolean), 30_000, `${name}: every call is answered again`)
  const back = Math.max(...firstDone().map((found) => (found?.ended ?? Infinity) - backAt))
  await pause(1000)
  await desk.stop()

  const violations: string[] = []
  const whileAway = desk.observed.filter(
    ({ http, begun, ended }) => http !== 200 || (ended > goneAt && begun < backAt),
  )
  const failed = desk.observed.filter(({ http }) => http !== 200)
  for (const { what, http, ms, retryAfter } of failed) {
    if (http !== 503) violations.push(`${name}: ${what} was answered ${http}`)
    if (what !== 'readyz' && retryAfter === null)
      violations.push(`${name}: ${what} without a time to come again`)
    if (ms > refusedWithinMs) violations.push(`${name}: ${what} was refused after ${Math.round(ms)} ms`)
  }
  if (failed.length === 0) violations.push(`${name}: nothing was refused`)
  if (back > backWithinMs) violations.push(`${name}: back after ${Math.round(back)} ms`)
  const last = desk.observed.filter(({ begun }) => begun > backAt + backWithinMs && begun > 0)
  for (const { what, http } of last.filter(({ http }) => http !== 200))
    violations.push(`${name}: ${what} was answered ${http} afterwards`)
  const order = await send(url, getOrder, { params: { orderId } }, { token })
  const kept = new Set(order.body.orderDetails.remark.map(({ remark }) => remark))
  const lost = desk.acknowledged.filter((remark) => !kept.has(remark))
  if (lost.length > 0) violations.push(`${name}: ${lost.length} acknowledged remarks are lost`)
  return {
    outage: name,
    writes: whileAway.filter(({ what }) => what === 'remark').length,
    acknowledged: whileAway.filter(({ what, http }) => what === 'remark' && http === 200).length,
    refused: failed.filter(({ what, retryAfter }) => what === 'remark' && retryAfter !== null).length,
    slowestMs: Math.round(Math.max(0, ...failed.map(({ ms }) => ms))),
    lists: '503',
    documents: '-',
    readyz: '503',
    backMs: Math.round(back),
    violations,
  }
}

/** A database that is stopped, or killed, under calls; the server stays. */
export async function runDatabaseOutages(): Promise<OutageReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-outage-'))
  await chmod(folder, 0o755)
  const database = await startDatabase(folder)
  const server = await startServerProcess({
    ...settings,
    DATABASE_URL: database.way.url,
    DATA_DIR: join(folder, 'data'),
  })
  try {
    const reports: OutageReport[] = []
    for (const outage of outages) reports.push(await tryOutage(database, server.url, outage))
    return reports
  } finally {
    await server.end()
    await database.way.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The whole installation on one disk, database included, which is full while orders come in. */
export async function runFullDatabaseDisk(): Promise<OutageReport> {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-full-'))
  await chmod(folder, 0o755)
  const disk = await mountDisk(folder, 320)
  const server = await startServerProcess({ ...settings, DATA_DIR: join(folder, 'data') })
  const takeIn = () =>
    timed(() => request(server.url, createOrder, { body: anOrder() }, { token: intakeKey }))
  const idOf = ({ body }: TimedAnswer): number => JSON.parse(body).data.order_id
  const acknowledged: number[] = []
  const refused: TimedAnswer[] = []
  try {
    acknowledged.push(idOf(await takeIn()))
    await disk.fill(2 * 1024 * 1024)
    // The log of the database takes what is left.
    while (refused.length < 20) {
      const answer = await takeIn()
      if (answer.http === 200) acknowledged.push(idOf(answer))
      else refused.push(answer)
    }
    await disk.empty()
    const back = await msUntil(async () => (await takeIn()).http === 200, 30_000, 'the intake after its end')
    const { body } = await send(server.url, signIn, { body: admin })
    const violations: string[] = []
    for (const orderId of acknowledged) {
      const { http } = await send(server.url, getOrder, { params: { orderId } }, { token: body.jwtToken })
      if (http !== 200)
        violations.push(`disk of the database full: order ${orderId} was acknowledged and is lost`)
    }
    for (const { http } of refused.filter((answer) => answer.http !== 503))
      violations.push(`disk of the database full: answered ${http}`)
    return {
      outage: 'disk of the database full',
      writes: acknowledged.length + refused.length,
      acknowledged: acknowledged.length,
      refused: refused.filter(({ http, retryAfter }) => http === 503 && retryAfter !== null).length,
      slowestMs: Math.round(Math.max(...refused.map(({ ms }) => ms))),
      lists: '-',
      documents: '-',
      readyz: '-',
      backMs: Math.round(back),
      violations,
    }
  } finally {
    await server.end('SIGKILL')
    await disk.unmount()
    await rm(folder, { recursive: true, force: true })
  }
}
