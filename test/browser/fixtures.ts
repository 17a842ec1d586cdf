import { test as base, type Page } from '@playwright/test'
import { hash } from '@node-rs/argon2'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import { Client } from 'pg'
import { createOrder } from '#contract/intake.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { send } from '../support/call.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'

export const password = 'correct horse'
const intakeKey = 'browser-intake-key-0123456789'

export const people = {
  Admin: { name: 'Ayu Lestari', email: 'ayu@pabean.example' },
  Manager: { name: 'Dewi Kartika', email: 'dewi@pabean.example' },
  Team: { name: 'Rizky Pratama', email: 'rizky@pabean.example' },
  Telecaller: { name: 'Putri Wulandari', email: 'putri@pabean.example' },
  'Night Staff': { name: 'Bagus Saputra', email: 'bagus@pabean.example' },
} as const satisfies Record<Role, { name: string; email: string }>

export interface Desk {
  url: string
  /** Takes in an order as a landing site does; answers its id. */
  takeIn(order: Record<string, unknown>): Promise<number>
  /** The mails of the local outbox, oldest first. */
  mails(): Promise<ParsedMail[]>
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

async function addPeople(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  for (const role of roles)
    await client.query(
      'insert into members (name, email, password_hash, role, created_at) values ($1, $2, $3, $4, now())',
      [people[role].name, people[role].email, passwordHash, role],
    )
  return client
}

/** A server of its own process for each test file, with one member of each role and no order. */
export const test = base.extend<{ signIn: (role: Role, page?: Page) => Promise<void> }, { desk: Desk }>({
  desk: [
    async ({}, use) => {
      const database = await createTestDatabase()
      const dataDir = await mkdtemp(join(tmpdir(), 'pabean-browser-'))
      const client = await addPeople(database.url)
      const server = await startServerProcess(
        { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '0', INTAKE_KEY: intakeKey },
        'built',
      )
      const outbox = join(dataDir, 'outbox')
      await use({
        url: server.url,
        async takeIn(order) {
          const body = { landing_domain: 'arrival.pabean.example', ...order }
          const answer = await send(server.url, createOrder, { body }, { token: intakeKey })
          if (answer.http !== 200) throw new Error(`intake answered ${answer.http}: ${answer.body.message}`)
          return answer.body.data.order_id
        },
        async mails() {
          const names = await readdir(outbox).catch(() => [])
          const texts = await Promise.all(
            names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outbox, name))),
          )
          const mails = await Promise.all(texts.map((text) => simpleParser(text)))
          return mails.toSorted((a, b) => Number(a.date) - Number(b.date))
        },
        query: async (sql, values) => (await client.query(sql, values)).rows,
      })
      await server.end()
      await client.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
  signIn: async ({ page }, use) => {
    await use(async (role, where = page) => {
      await where.goto('/')
      await where.getByLabel('Email ID').fill(people[role].email)
      await where.getByLabel('Password', { exact: true }).fill(password)
      await where.getByRole('button', { name: 'Sign In' }).click()
      await where.waitForURL('**/admin')
    })
  },
})
export { expect } from '@playwright/test'
