import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import { Client } from 'pg'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import { signIn } from '#contract/session.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createSealing, newDataKeys, parseDataKeys, type Sealing } from '#server/platform/seal.ts'
import { send } from '../../support/call.ts'
import { insertManyOrders } from '../../support/many-orders.ts'
import { createTestDatabase, serverUrlOf } from '../../support/database.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { saveDatabase } from './saved-database.ts'
import { addMembers, memberPassword, members } from './members.ts'
import { testSites } from './sites.ts'

const intakeKey = 'browser-intake-key-0123456789'
const inboundKey = 'browserInboundKey0123456789'

/** A running server whose database has one member of each role. */
export interface TestServer {
  url: string
  /** The token of one session for each role. */
  token(role: Role): Promise<string>
  /** Throws where the call is refused. */
  callWithToken<E extends Endpoint>(endpoint: E, input: Input<E>, token?: string): Promise<Reply<E>>
  call<E extends Endpoint>(role: Role, endpoint: E, input: Input<E>): Promise<Reply<E>>
  /** Creates an order as a landing site; returns its id. */
  takeIn(order: Record<string, unknown>): Promise<number>
  assign(role: Role, orderId: number | number[]): Promise<void>
  move(role: Role, orderId: number | number[], updatingStatus: MoveTarget): Promise<void>
  /** Delivers a mail to the order's address; SPF passes unless `spf` says otherwise. */
  receiveMail(orderId: number, mail: Buffer, found?: { from?: string; spf?: 'pass' | 'fail' }): Promise<void>
  /** The outbox, oldest first, optionally of one order; mails that wait for undo leave now. */
  mails(orderId?: number): Promise<ParsedMail[]>
  insertManyOrders(count: number): Promise<void>
  /** Removes everything but the members and invalidates tokens. */
  reset(): Promise<void>
  killAndRestart(): Promise<void>
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  seal: Sealing
  end(): Promise<void>
}

export async function startTestServer(hostName?: string): Promise<TestServer> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-browser-'))
  const dataKeys = newDataKeys()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await addMembers(client)
  const sitesFile = join(dataDir, 'sites.json')
  await writeFile(sitesFile, JSON.stringify(testSites))
  const environment = {
    DATABASE_URL: serverUrlOf(database.url),
    MIGRATION_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATA_KEYS: dataKeys,
    DEMO: '0',
    INTAKE_KEY: intakeKey,
    INBOUND_KEY: inboundKey,
    SITES_FILE: sitesFile,
  }
  let server = await startServerProcess(environment, hostName)
  const { url } = server
  const restoreDatabase = await saveDatabase(client)
  const outbox = join(dataDir, 'outbox')

  const callWithToken: TestServer['callWithToken'] = async (endpoint, input, token) => {
    const answer = await send(url, endpoint, input, token === undefined ? {} : { token })
    if (answer.http !== 200) throw new Error(`${endpoint.path}: ${answer.http} ${answer.body.message}`)
    return answer.body
  }
  const tokens = new Map<Role, Promise<string>>()
  const signInAs = async (role: Role) =>
    (await callWithToken(signIn, { body: { email: members[role].email, password: memberPassword } })).jwtToken
  const token = (role: Role) => {
    const existing = tokens.get(role) ?? signInAs(role)
    tokens.set(role, existing)
    return existing
  }
  const call: TestServer['call'] = async (role, endpoint, input) =>
    callWithToken(endpoint, input, await token(role))

  return {
    url,
    seal: createSealing(parseDataKeys(dataKeys)),
    token,
    callWithToken,
    call,
    async takeIn(order) {
      const body = { landing_domain: 'arrival.pabean.example', email: 'buyer@example.com', ...order }
      return (await callWithToken(createOrder, { body }, intakeKey)).data.order_id
    },
    async assign(role, orderId) {
      await call(role, assignOrders, { body: { orderId, assignto: members[role].name } })
    },
    async move(role, orderId, updatingStatus) {
      await call(role, moveOrders, { body: { orderId, updatingStatus } })
    },
    async receiveMail(orderId, mail, { from = 'buyer@example.com', spf = 'pass' } = {}) {
      const form = new FormData()
      form.set('email', mail.toString('utf8'))
      form.set('envelope', JSON.stringify({ from, to: [`${orderId}@mail.pabean.example`] }))
      form.set('SPF', spf)
      const answer = await fetch(`${url}/api/hooks/sendgrid/inbound/${inboundKey}`, {
        method: 'POST',
        body: form,
      })
      if (!answer.ok) throw new Error(`inbound: ${answer.status} ${await answer.text()}`)
    },
    async mails(orderId) {
      await client.query(
        `update mails set not_before = now()
         where state = 'queued' and attempts = 0 and ($1::bigint is null or order_id = $1)`,
        [orderId ?? null],
      )
      const names = await readdir(outbox).catch(() => [])
      const mails = await Promise.all(
        names
          .filter((name) => name.endsWith('.eml'))
          .map(async (name) => {
            const path = join(outbox, name)
            // Sorted by file time, because the Date header has whole seconds only.
            return { writtenAt: (await stat(path)).mtimeMs, mail: await simpleParser(await readFile(path)) }
          }),
      )
      return mails
        .toSorted((a, b) => a.writtenAt - b.writtenAt)
        .map(({ mail }) => mail)
        .filter(({ from }) => orderId === undefined || from?.text.includes(`${orderId}@`))
    },
    async insertManyOrders(count) {
      const { db } = openDatabase({ connectionString: database.url, max: 1 }, () => {})
      await insertManyOrders(db, count).finally(() => db.destroy())
    },
    async reset() {
      await restoreDatabase()
      tokens.clear()
      for (const name of await readdir(outbox).catch(() => [])) await rm(join(outbox, name), { force: true })
    },
    async killAndRestart() {
      await server.end('SIGKILL')
      if (server.child.signalCode !== 'SIGKILL') throw new Error('the server ended before it was killed')
      server = await startServerProcess({ ...environment, PORT: new URL(url).port }, hostName)
    },
    query: async (sql, values) => (await client.query(sql, values)).rows,
    async end() {
      await server.end()
      await client.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
