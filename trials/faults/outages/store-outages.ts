import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { listOrders } from '#contract/orders.ts'
import { uploadDocument } from '#contract/documents.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { startBuckets, type TestBuckets } from '../../../test/support/bucket.ts'
import { request } from '../../../test/support/call.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { closeServer } from '../../../test/support/mail/servers.ts'
import { createTestOrder } from '../../../test/support/orders.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { serverEnvironment, startTestApp } from '../../../test/support/test-app.ts'
import { msUntil, timed, type OutageReport } from './outage-report.ts'
import { mountDisk, type Disk } from './tmpfs.ts'

/** What befalls the place of the documents. */
interface StoreOutage {
  name: string
  uploads: number
  /** Whether documents that are there can be opened meanwhile. */
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

/** A bucket's server that answers otherwise than it has to. */
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
/** The probe of `/readyz` looks every five seconds. */
const readinessMs = 8000
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

/** A full and a read-only disk, and a bucket that is down, fails or is silent, under uploads. */
export async function runStoreOutages(): Promise<OutageReport[]> {
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
