import { hash } from '@node-rs/argon2'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, Input, Refusal, Reply } from '#contract/endpoint.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { signIn } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Db } from '#server/platform/db/database.ts'
import { registerJobs } from '#server/jobs.ts'
import type { RenderPage } from '#server/platform/http/pages.ts'
import type { Platform } from '#server/platform/work.ts'
import { startPlatform } from '#server/services.ts'
import { createTestDatabase, serverUrlOf } from './database.ts'
import { cookieOf, send, type CallResponse, type CallOptions } from './call.ts'
import { areServersDoubled, byTurns } from './two-servers.ts'

export const testPassword = 'correct horse'
export const testIntakeKey = 'test-intake-key-0123456789'
/** Fixed, so that several apps over one database can decrypt the same data. */
export const testDataKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`

export interface TestAppOptions {
  /** The clock of the app, read on every call. */
  clock?: () => Date
  /** Work jobs (mails, folding) in this process. */
  worker?: boolean
  /** Another app whose database and files this one shares. */
  sharedWith?: TestApp
  /** URL of an existing database, which is kept; no members are added. */
  existingDatabaseUrl?: string
  env?: Record<string, string>
  /** Takes the lines of the log, instead of a log that tells of fatal errors alone. */
  log?: Platform['log']
  /** Renders the visitor's pages; without it none are served. */
  visitorPage?: RenderPage
  /** Why it is one server where others are two: what the process itself keeps that the tests look at. */
  oneServerBecause?: string
}

export interface TestApp {
  /** Of each of two servers by turns, where there are two. */
  readonly url: string
  /** As the owner of the database. */
  databaseUrl: string
  /** As the role that serves. */
  serverUrl: string
  /** As the owner, for what the server may not do. */
  owner: Db
  dataDir: string
  platform: Platform
  /** What the server does once a minute: looks at all it depends on. */
  lookAtAll(): Promise<void>
  /** Every registered endpoint. */
  endpoints: readonly Endpoint[]
  call<E extends Endpoint>(
    endpoint: E,
    input?: Input<E>,
    options?: CallOptions,
  ): Promise<CallResponse<Reply<E> & Refusal>>
  /** The token of a member of this role, signed in once; their names are `Ayu Admin`, `Made Manager`, … */
  signInAs(role: Role): Promise<string>
  /** A further member with the test password. */
  addMember(name: string, role: Role): Promise<{ id: number; name: string; email: string }>
  signInWith(email: string): Promise<string>
  /** The cookie of a further sign-in of this role's member, as a browser sends it. */
  sessionCookie(role: Role): Promise<string>
  stop(): Promise<void>
}

/** The settings of a server process over the database and files of an app. */
export const serverEnvironment = ({ serverUrl, dataDir }: TestApp) => ({
  DATABASE_URL: serverUrl,
  DATA_DIR: dataDir,
  DATA_KEYS: testDataKeys,
  DEMO: '0',
})

export const memberNames = {
  Admin: 'Ayu Admin',
  Manager: 'Made Manager',
  Team: 'Tuti Team',
  Telecaller: 'Tono Telecaller',
  'Night Staff': 'Nina Night',
} as const satisfies Record<Role, string>

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@pabean.example`

// One cheap hash for all members, because the tests need not pay the hash's cost.
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A server in this process, on a free port. */
async function startServer(
  config: Config,
  {
    clock,
    worker = false,
    log,
    visitorPage,
  }: Pick<TestAppOptions, 'clock' | 'worker' | 'log' | 'visitorPage'>,
) {
  const running = await startPlatform(config, { ...(clock && { clock }), worker })
  const platform = log ? { ...running.platform, log } : running.platform
  registerJobs(platform)
  await platform.jobs.start()
  const { app, http, selfCheck } = await createApp(platform, visitorPage ?? null)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    platform,
    endpoints: http.endpoints,
    lookAtAll: () => selfCheck.lookAtAll(),
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async stop() {
      await app.close()
      await running.stop()
    },
  }
}

/** Starts a server with its own database on a free port, with one member of each role. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { sharedWith: beside } = options
  const existingUrl = beside?.databaseUrl ?? options.existingDatabaseUrl
  const database = existingUrl ? { url: existingUrl, drop: async () => {} } : await createTestDatabase()
  const serverUrl = serverUrlOf(database.url)
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'pabean-test-')))
  const config = readConfig({
    DATABASE_URL: serverUrl,
    MIGRATION_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATA_KEYS: testDataKeys,
    INTAKE_KEY: testIntakeKey,
    LOG_LEVEL: 'fatal',
    // Tests move their clock by hours.
    SESSION_IDLE_MINUTES: '720',
    ...options.env,
  })
  const { db: owner } = openDatabase({ connectionString: database.url }, () => {})
  const first = await startServer(config, options)
  const isDoubled = areServersDoubled && options.oneServerBecause === undefined
  const second = isDoubled ? await startServer(config, options) : null
  const nextUrl = byTurns(first.url, ...(second ? [second.url] : []))
  const { platform } = first

  const addMember = async (name: string, role: Role) => {
    const email = emailOf(name)
    const { id } = await platform.db
      .insertInto('members')
      .values({
        name,
        email,
        role,
        password_hash: await passwordHash,
        created_at: new Date(),
        removed_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, email }
  }
  if (!existingUrl) for (const role of roles) await addMember(memberNames[role], role)

  const call: TestApp['call'] = (endpoint, input, callOptions) =>
    send(nextUrl(), endpoint, input, callOptions)
  const signInWith = async (email: string) => {
    const { body } = await call(signIn, { body: { email, password: testPassword } })
    return body.jwtToken
  }
  const sessionCookie = async (role: Role) => {
    const body = { email: emailOf(memberNames[role]), password: testPassword }
    const { headers } = await call(signIn, { body })
    return cookieOf(headers)
  }
  const tokens = new Map<Role, Promise<string>>()
  const signInAs = (role: Role) => {
    const token = tokens.get(role) ?? signInWith(emailOf(memberNames[role]))
    tokens.set(role, token)
    return token
  }

  return {
    get url() {
      return nextUrl()
    },
    databaseUrl: database.url,
    serverUrl,
    owner,
    dataDir,
    platform,
    endpoints: first.endpoints,
    async lookAtAll() {
      await Promise.all([first, ...(second ? [second] : [])].map((server) => server.lookAtAll()))
    },
    call,
    signInAs,
    addMember,
    signInWith,
    sessionCookie,
    async stop() {
      await Promise.all([first, ...(second ? [second] : [])].map((server) => server.stop()))
      await owner.destroy()
      await database.drop()
      if (!beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
