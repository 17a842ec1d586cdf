import { createHash } from 'node:crypto'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { uploadDocument } from '#contract/documents.ts'
import type { Endpoint, Input, Reply, Refusal } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { createRequest, eraseOrders, planErasure } from '#contract/privacy.ts'
import { signIn } from '#contract/session.ts'
import { send, type CallOptions } from './call.ts'
import { aPdf, asFile } from './document-fixtures.ts'
import { anOrder } from './orders.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

const admin = { email: 'boss@agency.example', password: 'a secret of ours' }
const intakeKey = 'intake-key-of-the-drill'

/** The settings of a server with an embedded database of its own. */
export const embeddedEnvironment = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DEMO: '0',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  INTAKE_KEY: intakeKey,
  LOG_LEVEL: 'error',
  BACKUP_EVERY_HOURS: '0',
})

/** The database of a server that runs, as its superuser. */
export async function queryEmbedded<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({
    host: await realpath(join(dataDir, 'postgres')),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Waits until all that is committed, and every file, has reached BACKUP_TO. */
export async function waitUntilSent(dataDir: string): Promise<void> {
  await queryEmbedded(dataDir, 'select pg_switch_wal()')
  const [row] = await queryEmbedded<{ name: string }>(
    dataDir,
    'select pg_walfile_name(pg_current_wal_lsn() - 1) as name',
  )
  const isArchived = async () => {
    const [state] = await queryEmbedded<{ done: boolean }>(
      dataDir,
      `select coalesce(last_archived_wal >= '${row?.name}', false) as done from pg_stat_archiver`,
    )
    return state?.done === true
  }
  while (!(await isArchived())) await pause(100)
  // They leave the spool and the notes once they have arrived. The note of a file that was erased first stays for an hour.
  const isWaiting = async () => {
    const spool = await readdir(join(dataDir, 'postgres', 'wal-spool'))
    const notes = await readdir(join(dataDir, 'unsent-documents')).catch(() => [])
    const stored = await readdir(join(dataDir, 'documents'), { recursive: true })
    const names = new Set(stored.map((path) => basename(path)))
    return spool.length > 0 || notes.some((name) => names.has(name))
  }
  while (await isWaiting()) await pause(100)
}

/** What the server has acknowledged. */
export interface Acknowledged {
  orderId: number
  email: string
  /** SHA-256 of the document that was uploaded to it, in hex. */
  document: string
}

export interface Installation {
  server: ServerProcess
  writeOrder(): Promise<Pick<Acknowledged, 'orderId' | 'email'>>
  /** An order with a document. Rejects where one of the two was not acknowledged. */
  write(): Promise<Acknowledged>
  /** As an Admin confirms it; resolves when it is done. */
  erase(order: Acknowledged): Promise<void>
}

/** The built server as a process, with its own PostgreSQL. */
export async function startInstallation(env: Record<string, string>): Promise<Installation> {
  const server = await startServerProcess(env)
  let signedIn: Promise<string> | undefined
  const token = () =>
    (signedIn ??= send(server.url, signIn, { body: admin }, {}).then(({ body }) => body.jwtToken))
  async function act<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ): Promise<Reply<E>> {
    const answer = await send(server.url, endpoint, input, options ?? { token: await token() })
    if (answer.http !== 200) throw new Error(`${endpoint.path} answered ${answer.http}`)
    return answer.body as Reply<E> & Refusal
  }
  async function writeOrder() {
    const order = anOrder()
    const { data } = await act(createOrder, { body: order }, { token: intakeKey })
    return { orderId: data.order_id, email: String(order['email']) }
  }
  return {
    server,
    writeOrder,
    async write() {
      const { orderId, email } = await writeOrder()
      const bytes = await aPdf(`Order ${orderId}`)
      await act(uploadDocument, { body: { orderId, email }, file: asFile(bytes, 'approved.pdf') })
      return { orderId, email, document: createHash('sha256').update(bytes).digest('hex') }
    },
    async erase({ orderId, email }) {
      const { data } = await act(createRequest, { body: { email, kinds: ['erasure'], channel: 'e-mail' } })
      const params = { id: data.id }
      const { plan } = (await act(planErasure, { params })).data
      await act(eraseOrders, { params, body: { plan } })
      const dataDir = env['DATA_DIR'] ?? ''
      for (;;) {
        const [row] = await queryEmbedded(
          dataDir,
          `select 1 from orders where order_id = ${orderId} and erased_at is not null`,
        )
        if (row) return
      }
    },
  }
}

/** Orders that are not erased and the checksums of their documents. */
export async function readRestored(dataDir: string): Promise<{ orders: number[]; documents: string[] }> {
  const orders = await queryEmbedded<{ order_id: string }>(
    dataDir,
    'select order_id from orders where erased_at is null order by order_id',
  )
  const documents = await queryEmbedded<{ sha256: string }>(
    dataDir,
    `select encode(sha256, 'hex') as sha256 from documents order by 1`,
  )
  return {
    orders: orders.map(({ order_id: id }) => Number(id)),
    documents: documents.map(({ sha256 }) => sha256),
  }
}
