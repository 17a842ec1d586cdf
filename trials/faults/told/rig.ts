import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as ask, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { uploadDocument } from '#contract/documents.ts'
import { createOrder } from '#contract/intake.ts'
import { listFaults } from '#contract/self-check.ts'
import { signIn } from '#contract/session.ts'
import { mountDisk } from '../outages/tmpfs.ts'
import { startBuckets } from '../../../test/support/bucket.ts'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/doctor/open-installation.ts'
import { runChecks } from '#server/doctor/run-checks.ts'
import { request, send } from '../../../test/support/call.ts'
import { runCommand } from '../../../test/support/command-process.ts'
import { startCuttableDatabase } from '../../../test/support/cuttable-database.ts'
import { createTestDatabase, directServerUrlOf, execute } from '../../../test/support/database.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { startScriptedSmtp } from '../../../test/support/mail/scripted-smtp.ts'
import { startSendgrid } from '../../../test/support/mail/sendgrid.ts'
import { closeServer, portOf } from '../../../test/support/mail/servers.ts'
import { startSes } from '../../../test/support/mail/ses.ts'
import { startClamd } from '../../../test/support/clamd.ts'
import { anOrder } from '../../../test/support/orders.ts'
import { freePort, startServerProcess } from '../../../test/support/server-process.ts'

const admin = { email: 'admin@told.example', password: 'a password of the trial' }
const intakeKey = 'told-intake-key-0123456789'
const apiKey = 'SG.told'

/** What the proxy in front does wrong. */
interface ProxyManners {
  maxBytes?: number
  holdsStreams?: boolean
  /** Files of the pages are answered with another page. */
  hidesFiles?: boolean
  saysHttp?: boolean
}

/** In front of the server at `target`, as a proxy that is set up with these manners. */
function proxyTo(target: () => string, manners: ProxyManners): RequestListener {
  return (incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) > (manners.maxBytes ?? Infinity))
      return void outgoing.writeHead(413).end('<h1>413 Request Entity Too Large</h1>')
    if (manners.hidesFiles && incoming.url?.startsWith('/assets/'))
      return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    const headers = { ...incoming.headers, 'x-forwarded-proto': manners.saysHttp ? 'http' : 'https' }
    const passed = ask(target() + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      const begin = () => outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!manners.holdsStreams) return void answer.pipe(begin())
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => begin().end(Buffer.concat(parts)))
    })
    passed.on('error', () => outgoing.destroy())
    incoming.on('error', () => passed.destroy())
    incoming.pipe(passed)
  }
}

/** A way to a port that passes each piece on late. */
async function startSlowWay(target: () => Promise<ReturnType<typeof connect>>): Promise<{
  server: SocketServer
  delay: { ms: number }
}> {
  const delay = { ms: 0 }
  const server = createSocketServer((socket) => {
    void target().then((far) => {
      const pass = (from: typeof socket, to: typeof socket) => {
        let last = Promise.resolve()
        from.on('data', (part) => {
          last = last.then(() => pause(delay.ms)).then(() => void to.write(part))
        })
        from.on('error', () => to.destroy()).on('close', () => to.destroy())
      }
      pass(socket, far)
      pass(far, socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, delay }
}

export interface RigOptions {
  /** Documents lie in a folder, on a disk of its own. */
  usesDisk?: boolean
  certificate?: { key: string; cert: string; file: string } | undefined
}

/** An installation with everything it may depend on, each of which can be spoilt. */
export async function startRig({ usesDisk = false, certificate }: RigOptions = {}) {
  const database = await createTestDatabase()
  const serverUrl = directServerUrlOf(database.url)
  const { host, port: socketPort, user, database: name } = new Client({ connectionString: serverUrl })
  const slow = await startSlowWay(async () => connect(`${host}/.s.PGSQL.${socketPort}`))
  const way = await startCuttableDatabase(
    `postgresql://${user}:x@127.0.0.1:${portOf(slow.server)}/${name ?? ''}`,
  )
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-told-'))
  const disk = usesDisk ? await mountDisk(join(dataDir, 'documents'), 16) : null
  const doctorSees: { settings: Record<string, string>; aheadMs: number } = { settings: {}, aheadMs: 0 }
  let locking: Client | undefined
  const buckets = await startBuckets(['documents'])
  const [ses, sendgrid, smtp, clamd] = await Promise.all([
    startSes(buckets.keys),
    startSendgrid(apiKey),
    startScriptedSmtp(),
    startClamd(),
  ])
  const manners: ProxyManners = {}
  let target = ''
  const listener = proxyTo(() => target, manners)
  const proxy = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const publicUrl = certificate ? `https://localhost:${portOf(proxy)}` : `http://127.0.0.1:${portOf(proxy)}`
  const env: Record<string, string> = {
    DATABASE_URL: way.url,
    MIGRATION_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATA_KEYS: `told:${Buffer.alloc(32, 5).toString('base64')}`,
    DEMO: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    INTAKE_KEY: intakeKey,
    PUBLIC_URL: publicUrl,
    ...(certificate && { TRUST_PROXY: 'loopback', NODE_EXTRA_CA_CERTS: certificate.file }),
    ...buckets.env,
    ...(usesDisk && { S3_BUCKET: '', AWS_ENDPOINT_URL_S3: '' }),
    AWS_ENDPOINT_URL_SESV2: ses.url,
    SENDGRID_API_KEY: apiKey,
    SENDGRID_BASE_URL: sendgrid.url,
    SMTP_URL: `smtp://user:secret@127.0.0.1:${smtp.port}`,
    CLAMD: `127.0.0.1:${clamd.control.port}`,
    DNS_SERVERS: '127.0.0.1:9',
  }
  const server = await startServerProcess({ ...env, PORT: String(await freePort()) })
  target = server.url
  const token = (await send(server.url, signIn, { body: admin })).body.jwtToken
  const call = (sent: Promise<Response>) =>
    sent.then(
      async (response) => ({ http: response.status, body: await response.text() }),
      () => ({ http: 0, body: '' }),
    )
  let stand: Server | undefined
  return {
    database,
    way,
    slow: slow.delay,
    buckets,
    ses,
    sendgrid,
    smtp,
    clamd,
    manners,
    disk,
    doctorSees,
    env,
    server,
    asOwner: (...statements: string[]) =>
      execute(
        database.url,
        'set default_transaction_read_only = off',
        ...statements.map((text) => text.replaceAll('NAME', name ?? '')),
      ),
    /** Puts another server in the place of the bucket, or of SendGrid; without one, brings the bucket back. */
    async standInForBucket(answer?: RequestListener) {
      if (stand) await closeServer(stand)
      else await buckets.stop()
      stand = undefined
      if (!answer) return buckets.start()
      stand = createServer(answer).listen(
        Number(new URL(buckets.env['AWS_ENDPOINT_URL_S3'] ?? '').port),
        '127.0.0.1',
      )
      return void (await once(stand, 'listening'))
    },
    /** The id of an acknowledged order; null where it was refused. */
    async takeIn(): Promise<number | null> {
      const { http, body } = await call(
        request(server.url, createOrder, { body: anOrder() }, { token: intakeKey }),
      )
      return http === 200 ? Number(JSON.parse(body).data.order_id) : null
    },
    async upload(orderId: number): Promise<boolean> {
      const file = asFile(await aPdf(`Order ${orderId}`), 'approved.pdf')
      const { http } = await call(
        request(
          server.url,
          uploadDocument,
          { body: { orderId, email: 'buyer@example.com' }, file },
          { token },
        ),
      )
      return http === 200
    },
    async readiness(): Promise<string> {
      const { http, body } = await call(
        fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(10_000) }),
      )
      return http === 0 ? 'no answer' : `${http} ${JSON.parse(body).message}`
    },
    /** As the notice tells it; null where the call was refused. */
    async notice(): Promise<string | null> {
      const { http, body } = await call(request(server.url, listFaults, {}, { token }))
      if (http !== 200) return null
      const { data }: { data: { lacks: string; why: string }[] } = JSON.parse(body)
      return data.map(({ lacks, why }) => `${lacks} (${why})`).join('; ')
    },
    async lockOrders() {
      locking = new Client({ connectionString: database.url })
      await locking.connect()
      await locking.query('begin; lock table orders in share row exclusive mode')
    },
    unlockOrders: async () => locking?.end(),
    async doctor(): Promise<string> {
      const settings = { ...env, LOG_LEVEL: 'silent', ...doctorSees.settings }
      if (doctorSees.aheadMs === 0) return (await runCommand(['doctor'], settings)).said
      const { installation, close } = openInstallation(readConfig(settings), {
        isThorough: false,
        allowsInsecureConnections: false,
        clock: () => new Date(Date.now() + doctorSees.aheadMs),
      })
      const lines: string[] = []
      await runChecks(installation, (check, { status, line }) =>
        lines.push(`${status} ${check} ${line}`),
      ).finally(close)
      return lines.join('\n')
    },
    rows: async (table: 'orders' | 'documents') => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query<{ id: string }>(`select order_id as id from ${table}`)
      await client.end()
      return new Set(rows.map(({ id }) => Number(id)))
    },
    async stop() {
      await server.end('SIGKILL')
      await closeServer(proxy as Server)
      if (stand) await closeServer(stand)
      else await buckets.remove()
      await Promise.all([ses.stop(), sendgrid.stop(), smtp.stop(), clamd.stop(), way.stop()])
      slow.server.close()
      await disk?.unmount()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Rig = Awaited<ReturnType<typeof startRig>>
