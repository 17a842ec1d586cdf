// npm run trial -- outages: disks that are full or read-only, and buckets that fail, while the built server is asked.
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createOrder } from '#contract/intake.ts'
import { getOrder } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import { uploadDocument } from '#contract/documents.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { startBuckets, type TestBuckets } from '../../../test/support/bucket.ts'
import { signIn } from '#contract/session.ts'
import { request, send } from '../../../test/support/call.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import setup from '../../../test/support/global-setup.ts'
import { closeServer } from '../../../test/support/mail/servers.ts'
import { anOrder, createTestOrder } from '../../../test/support/orders.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { serverEnvironment, startTestApp } from '../../../test/support/test-app.ts'
import { conclude } from '../../figures.ts'
import { mountDisk, type Disk } from './tmpfs.ts'

interface OutageReport {
  outage: string
  writes: number
  acknowledged: number
  /** Refused with 503 and `retry-after`. */
  refused: number
  slowestMs: number
  lists: string
  documents: string
  readyz: string
  /** ms from the end of the outage to the first write. */
  backMs: number
  violations: string[]
}

interface TimedAnswer {
  http: number
  ms: number
  retryAfter: string | null
  body: string
}

async function timed(sent: () => Promise<Response>): Promise<TimedAnswer> {
  const begun = performance.now()
  const response = await sent()
  const body = await response.text()
  return {
    http: response.status,
    ms: performance.now() - begun,
    retryAfter: response.headers.get('retry-after'),
    body,
  }
}

async function msUntil(isSo: () => Promise<boolean>, limitMs: number, what: string): Promise<number> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > limitMs) throw new Error(`${what}: not within ${limitMs} ms`)
    await pause(50)
  }
  return performance.now() - begun
}

interface StoreOutage {
  name: string
  uploads: number
  opens: boolean
  begin(): Promise<void>
  end(): Promise<void>
}

const diskOutages = (disk: Disk): StoreOutage[] => [
  { name: 'disk full', uploads: 10, opens: true, begin: () => disk.fill(), end: () => disk.empty() },
  {
    name: 'disk read-only',
    uploads: 10,
    opens: true,
    begin: () => disk.setReadOnly(true),
    end: () => disk.setReadOnly(false),
  },
]

function brokenBucket(buckets: TestBuckets, answer: RequestListener) {
  let server: Server | undefined
  return {
    async begin() {
      await buckets.stop()
      server = createServer(answer).listen(
        Number(new URL(buckets.env['AWS_ENDPOINT_URL_S3'] ?? '').port),
        '127.0.0.1',
      )
      await once(server, 'listening')
    },
    async end() {
      if (server) await closeServer(server)
      await buckets.start()
    },
  }
}

const bucketOutages = (buckets: TestBuckets): StoreOutage[] => [
  { name: 'bucket down', uploads: 10, opens: false, begin: () => buckets.stop(), end: () => buckets.start() },
  {
    name: 'bucket answers 500',
    uploads: 10,
    opens: false,
    ...brokenBucket(buckets, (_request, response) => void response.writeHead(500).end()),
  },
  { name: 'bucket silent', uploads: 1, opens: false, ...brokenBucket(buckets, () => {}) },
]

const withoutStore = 'files cannot be stored'
/** The server looks at its store once a minute. */
const readinessMs = 70_000
const backMs = 5000

async function startDesk(env: Record<string, string>) {
  const app = await startTestApp({ env })
  const token = await app.signInAs('Team')
  const cookie = await app.sessionCookie('Team')
  const server = await startServerProcess({ ...serverEnvironment(app), ...env, LOG_LEVEL: 'silent' })
  const pdf = await aPdf('Approved')
  const countRows = async (table: 'documents' | 'mails') =>
    (await app.owner.selectFrom(table).select('id').execute()).length
  return {
    app,
    async upload() {
      const body = { orderId: await createTestOrder(app), email: 'buyer@example.com' }
      const file = asFile(pdf, 'approved.pdf')
      return timed(() => request(server.url, uploadDocument, { body, file }, { token }))
    },
    list: () =>
      timed(() => request(server.url, listOrders, { params: { orderName: 'newOrder' } }, { token })),
    async open(orderId: number, file1: string) {
      return timed(() => fetch(server.url + inlineDocumentPath(orderId, file1), { headers: { cookie } }))
    },
    readiness: () => timed(() => fetch(`${server.url}/readyz`)),
    firstDocument: () =>
      app.owner.selectFrom('documents').select(['order_id', 'file1']).orderBy('id').executeTakeFirstOrThrow(),
    rows: async () => ({ documents: await countRows('documents'), mails: await countRows('mails') }),
    async stop() {
      await server.end()
      await app.stop()
    },
  }
}
type StoreDesk = Awaited<ReturnType<typeof startDesk>>

async function tryOutage(desk: StoreDesk, outage: StoreOutage): Promise<OutageReport> {
  const violations: string[] = []
  const demand = (isRight: boolean, what: string) => {
    if (!isRight) violations.push(`${outage.name}: ${what}`)
  }
  const before = await desk.upload()
  demand(before.http === 200, `the upload before it was answered ${before.http}`)
  const { order_id: orderId, file1 } = await desk.firstDocument()
  const rows = await desk.rows()

  await outage.begin()
  const answers = []
  for (let nth = 0; nth < outage.uploads; nth++) answers.push(await desk.upload())
  const list = await desk.list()
  const opened = await desk.open(orderId, file1)
  await msUntil(
    async () => (await desk.readiness()).body.includes(withoutStore),
    readinessMs,
    `${outage.name}: /readyz says that ${withoutStore}`,
  )
  const readiness = await desk.readiness()
  const acknowledged = answers.filter(({ http }) => http < 400).length
  const refused = answers.filter(({ http, retryAfter }) => http === 503 && retryAfter !== null).length
  demand(acknowledged === 0, `${acknowledged} uploads were acknowledged`)
  demand(refused === outage.uploads, `answered ${answers.map(({ http }) => http).join(', ')}`)
  demand(list.http === 200, `the list was answered ${list.http}`)
  demand(opened.http === (outage.opens ? 200 : 503), `a document was answered ${opened.http}`)
  demand(readiness.http === 200, `/readyz was answered ${readiness.http}`)
  const left = await desk.rows()
  demand(JSON.stringify(left) === JSON.stringify(rows), `rows: ${JSON.stringify([rows, left])}`)

  await outage.end()
  const isDone = async () => (await desk.upload()).http === 200
  const back = await msUntil(isDone, backMs, `${outage.name}: an upload after its end`)
  await msUntil(
    async () => JSON.parse((await desk.readiness()).body).message === 'ready',
    readinessMs,
    `${outage.name}: /readyz after its end`,
  )
  return {
    outage: outage.name,
    writes: outage.uploads,
    acknowledged,
    refused,
    slowestMs: Math.round(Math.max(...answers.map(({ ms }) => ms))),
    lists: String(list.http),
    documents: String(opened.http),
    readyz: JSON.parse(readiness.body).message,
    backMs: Math.round(back),
    violations,
  }
}

async function runStoreOutages(): Promise<OutageReport[]> {
  const reports: OutageReport[] = []
  const buckets = await startBuckets(['documents'])
  for (const env of [{}, buckets.env]) {
    const desk = await startDesk(env)
    const isBucket = env === buckets.env
    const disk = isBucket ? null : await mountDisk(join(desk.app.dataDir, 'documents'), 8)
    try {
      for (const outage of disk ? diskOutages(disk) : bucketOutages(buckets))
        reports.push(await tryOutage(desk, outage))
    } finally {
      await disk?.unmount()
      await desk.stop()
    }
  }
  await buckets.remove()
  return reports
}

const admin = { email: 'admin@outage.example', password: 'a password of the outages' }
const intakeKey = 'outage-intake-key-0123456789'
const settings = {
  DEMO: '0',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  INTAKE_KEY: intakeKey,
  LOG_LEVEL: 'silent',
}

async function runFullDatabaseDisk(): Promise<OutageReport> {
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

const teardown = await setup()
try {
  const reports = [...(await runStoreOutages()), await runFullDatabaseDisk()]
  console.table(
    reports,
    Object.keys(reports[0] ?? {}).filter((column) => column !== 'violations'),
  )
  const violations = reports.flatMap((report) => report.violations)
  conclude(violations, {
    tried: `${reports.length} outages`,
    found: `${violations.length} acknowledged and not there, or not refused in time`,
  })
} finally {
  await teardown()
}
