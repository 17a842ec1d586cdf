import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { Pool } from 'pg'
import { createOrder } from '#contract/intake.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { signIn } from '#contract/session.ts'
import { trackOrder } from '#contract/visitor.ts'
import { factorRolesSetting } from '#server/platform/auth/sessions.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { createTestDatabase, serverUrlOf } from '../../test/support/database.ts'
import { anOrder } from '../../test/support/orders.ts'
import { startServerProcess } from '../../test/support/server-process.ts'
import { testIntakeKey } from '../../test/support/test-app.ts'
import { markup } from './hostile-values.ts'

export const inboundKey = 'fuzz-inbound-key-0123456789'
export const callerPassword = 'correct horse fuzz'
/** In every name: a formula for spreadsheets and markup for pages. */
const hostileName = `=fz(1)${markup}`

export const callerNames = [...roles, 'visitor', 'intake', 'nobody'] as const
export type CallerName = (typeof callerNames)[number]

export interface Caller {
  headers: Record<string, string>
  /** The caller's own values by field: the visitor's order, a member's last undo. */
  own: Record<string, unknown>
}

export const isRole = (name: CallerName): name is Role => roles.some((role) => role === name)

let addresses = 0
export const nextAddress = () => {
  addresses += 1
  return `${11 + ((addresses >> 24) & 127)}.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
export const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

function openDatabase(url: string) {
  const pool = new Pool({ connectionString: url, max: 2 })
  const first = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows[0]
  return {
    async addMember(member: { name: string; email: string; role: Role }): Promise<number> {
      const passwordHash = await hash(callerPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      const row = await first(
        `insert into members (name, email, password_hash, role, created_at) values ($1, $2, $3, $4, now())
         returning id`,
        [member.name, member.email, passwordHash, member.role],
      )
      return Number(row.id)
    },
    async sessionIdOf(memberId: number): Promise<string> {
      const row = await first('select id from sessions where member_id = $1 order by created_at desc', [
        memberId,
      ])
      return String(row?.id)
    },
    /** Resets hourly limits of tries and mails: a long run exceeds them a hundredfold. */
    async renewLimits(): Promise<void> {
      await pool.query('delete from attempts')
      await pool.query('delete from mail_quotas')
    },
    /** A required second factor would refuse members without one for the rest of the run. */
    async clearFactorRoles(): Promise<void> {
      await pool.query('delete from settings where key = $1', [factorRolesSetting])
    },
    async countIncomingMails(): Promise<number> {
      const row = await first(`select count(*) as n from messages where direction = 'in'`)
      return Number(row.n)
    },
    end: () => pool.end(),
  }
}

/** The five roles, a visitor with an order's cookie, a landing site and an anonymous caller. */
function createCallers(url: string, database: ReturnType<typeof openDatabase>) {
  let made = 0
  const signInAs = async (role: Role): Promise<Caller> => {
    made += 1
    const email = `fuzz${made}@pabean.example`
    const memberId = await database.addMember({ name: `${hostileName} ${made}`, email, role })
    const body = { email, password: callerPassword }
    const answer = await send(url, signIn, { body }, from(nextAddress()))
    const ownSessionId = await database.sessionIdOf(memberId)
    return { headers: { authorization: answer.body.jwtToken }, own: { email, ownSessionId } }
  }
  const openOrder = async (): Promise<Caller> => {
    const order = anOrder({ arrival_full_name: hostileName, arrival_address: markup })
    const email = String(order['email'])
    const options = { token: testIntakeKey, ...from(nextAddress()) }
    const taken = await send(url, createOrder, { body: order }, options)
    const orderId = taken.body.data.order_id
    const opened = await send(url, trackOrder, { body: { orderId, email } }, from(nextAddress()))
    return { headers: { cookie: cookieOf(opened.headers) }, own: { orderId, email } }
  }
  const makers: Record<Exclude<CallerName, Role>, () => Promise<Caller>> = {
    visitor: openOrder,
    intake: async () => ({ headers: { authorization: testIntakeKey }, own: {} }),
    nobody: async () => ({ headers: {}, own: {} }),
  }
  const current = new Map<CallerName, Promise<Caller>>()
  return {
    of(name: CallerName): Promise<Caller> {
      const caller = current.get(name) ?? (isRole(name) ? signInAs(name) : makers[name]())
      current.set(name, caller)
      return caller
    },
    /** Replaces a caller whose session has ended. */
    renew(name: CallerName, stale: Caller): void {
      void current.get(name)?.then((caller) => caller === stale && current.delete(name))
    },
  }
}

interface EventLoopReport {
  longestMs: number
  /** The longest delays with the process's processor time in each. */
  moments: { ms: number; cpuMs: number }[]
}

export async function startFuzzTarget() {
  const ofTest = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-fuzz-'))
  const reportFile = join(dataDir, 'event-loop.json')
  const { url, child, end, hasEnded } = await startServerProcess({
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import=${new URL('event-loop-delay.mjs', import.meta.url).href}`,
    EVENT_LOOP_REPORT: reportFile,
    DATABASE_URL: serverUrlOf(ofTest.url),
    MIGRATION_DATABASE_URL: ofTest.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_PASSWORD: 'fuzz-demo-password-1',
    INTAKE_KEY: testIntakeKey,
    INBOUND_KEY: inboundKey,
    // Each request has an address of its own; otherwise the limits by address would refuse most.
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  })
  const database = openDatabase(ofTest.url)
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    databaseUrl: ofTest.url,
    database,
    callers: createCallers(url, database),
    async eventLoop(): Promise<EventLoopReport> {
      await rm(reportFile, { force: true })
      child.kill('SIGUSR2')
      while (!(await stat(reportFile).catch(() => null))) await pause(20)
      return JSON.parse(await readFile(reportFile, 'utf8')) as EventLoopReport
    },
    hasEnded,
    async end() {
      await database.end()
      await end()
      await ofTest.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type FuzzTarget = Awaited<ReturnType<typeof startFuzzTarget>>
