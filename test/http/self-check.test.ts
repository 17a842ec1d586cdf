import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder } from '#contract/intake.ts'
import { listOrders } from '#contract/orders.ts'
import { listFaults } from '#contract/self-check.ts'
import { serverRole } from '#server/platform/db/server-role.ts'
import { startBuckets, type TestBuckets } from '../support/bucket.ts'
import { startScriptedSmtp, type SmtpScript } from '../support/mail/scripted-smtp.ts'
import { startSendgrid } from '../support/mail/sendgrid.ts'
import { closeServer } from '../support/mail/servers.ts'
import { startSes } from '../support/mail/ses.ts'
import { anOrder } from '../support/orders.ts'
import { testIntakeKey, type TestAppOptions } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const apiKey = 'SG.test-key'
const metricsToken = 'a-token-of-metrics-0123456789'
let buckets: TestBuckets
let ses: Awaited<ReturnType<typeof startSes>>
let sendgrid: Awaited<ReturnType<typeof startSendgrid>>
let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>
const logged: string[] = []

beforeAll(async () => {
  buckets = await startBuckets(['documents'])
  ses = await startSes(buckets.keys)
  sendgrid = await startSendgrid(apiKey)
  smtp = await startScriptedSmtp()
})
afterAll(() => Promise.all([buckets.remove(), ses.stop(), sendgrid.stop(), smtp.stop()]))

const app = useTestApp((): TestAppOptions => ({
  env: {
    ...buckets.env,
    AWS_ENDPOINT_URL_SESV2: ses.url,
    SENDGRID_API_KEY: apiKey,
    SENDGRID_BASE_URL: sendgrid.url,
    SMTP_URL: `smtp://user:secret@127.0.0.1:${smtp.port}`,
    METRICS_TOKEN: metricsToken,
  },
  log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
  oneServerBecause: 'each process tells what it found itself',
}))
const admin = app.as('Admin')

async function readiness() {
  const response = await fetch(`${app.url}/readyz`)
  const { message } = (await response.json()) as { message: string }
  return { http: response.status, message }
}

const asOwner =
  (...statements: string[]) =>
  async () => {
    for (const statement of statements) await sql.raw(statement).execute(app.owner)
  }
const databaseName = () => new URL(app.databaseUrl).pathname.slice(1)
const setReadOnly = (value: 'on' | 'off') => async () => {
  await asOwner(`alter database "${databaseName()}" set default_transaction_read_only = ${value}`)()
  // Those that are open keep the former value.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = ${serverRole}`.execute(app.owner)
  // Each lost connection fails a statement.
  await app.lookAtAll()
}

let stand: ReturnType<typeof createServer> | undefined
/** Puts another server in the place of the bucket. */
const bucketThat = (answer: RequestListener) => async () => {
  await buckets.stop()
  stand = createServer(answer).listen(
    Number(new URL(buckets.env['AWS_ENDPOINT_URL_S3'] ?? '').port),
    '127.0.0.1',
  )
  await once(stand, 'listening')
}
async function bringBucketBack() {
  if (stand) await closeServer(stand)
  stand = undefined
  await buckets.start()
}
const smtpThat = (script: SmtpScript) => async () => smtp.follow(script)

const noFiles = 'files cannot be stored: uploads are refused, and mails with files have to come again'
const noMails = (provider: string) => `mails by ${provider} wait: it cannot be opened`

interface Fault {
  begin: () => Promise<void>
  end: () => Promise<void>
  http: number
  lacks: string
  part: string
  why: string
}

const faults: Readonly<Record<string, Fault>> = {
  'a database that is read-only': {
    begin: setReadOnly('on'),
    end: setReadOnly('off'),
    http: 503,
    lacks: 'no order can be taken in: the database takes no writes',
    part: 'orders',
    why: 'read-only transaction',
  },
  'a table that a trigger writes is gone': {
    begin: asOwner('alter table order_counts rename to order_counts_elsewhere'),
    end: asOwner('alter table order_counts_elsewhere rename to order_counts'),
    http: 503,
    lacks: 'no order can be taken in',
    part: 'orders',
    why: 'order_counts',
  },
  'a right is gone': {
    begin: asOwner(`revoke insert on order_events from ${serverRole}`),
    end: asOwner(`grant insert on order_events to ${serverRole}`),
    http: 503,
    lacks: 'no order can be taken in',
    part: 'orders',
    why: 'permission denied',
  },
  'a bucket that is gone': {
    begin: () => buckets.stop(),
    end: bringBucketBack,
    http: 200,
    lacks: noFiles,
    part: 'files',
    why: 'ECONNREFUSED',
  },
  'a bucket behind a proxy that takes small files alone': {
    begin: bucketThat((request, response) => {
      const isLarge = Number(request.headers['content-length'] ?? 0) > 2 ** 20
      request.resume().once('end', () => response.writeHead(isLarge ? 413 : 200).end())
    }),
    end: bringBucketBack,
    http: 200,
    lacks: noFiles,
    part: 'files',
    why: '',
  },
  'a mail server that refuses the password': {
    begin: smtpThat({ AUTH: '535 5.7.8 Username and Password not accepted' }),
    end: smtpThat({}),
    http: 200,
    lacks: noMails('SMTP'),
    part: 'mail by SMTP',
    why: '535 5.7.8',
  },
  'a mail server that refuses this machine': {
    begin: smtpThat({ greeting: '554 5.7.1 You are not welcome' }),
    end: smtpThat({}),
    http: 200,
    lacks: noMails('SMTP'),
    part: 'mail by SMTP',
    why: 'You are not welcome',
  },
  'sending that Amazon has paused': {
    begin: async () => void (ses.account.SendingEnabled = false),
    end: async () => void (ses.account.SendingEnabled = true),
    http: 200,
    lacks: noMails('AWS'),
    part: 'mail by AWS',
    why: 'Amazon has paused sending.',
  },
  'a key of SendGrid that may not send': {
    begin: async () => void sendgrid.scopes.splice(0, 1, 'stats.read'),
    end: async () => void sendgrid.scopes.splice(0, 1, 'mail.send'),
    http: 200,
    lacks: noMails('Sendgrid'),
    part: 'mail by Sendgrid',
    why: 'The key may not send mails.',
  },
}

test('a whole installation is ready, and the look at it leaves nothing behind', async () => {
  await app.lookAtAll()
  expect(await readiness()).toEqual({ http: 200, message: 'ready' })
  expect((await admin.call(listFaults)).body.data).toEqual([])
  expect(await app.platform.db.selectFrom('orders').select('order_id').execute()).toEqual([])
  expect(await buckets.count('documents')).toBe(0)
  expect(smtp.commands).toContain('QUIT')
  expect([ses.log(), sendgrid.log()]).toEqual([[], []])
})

test.each(Object.entries(faults))('%s: told by /readyz, to Admins, in metrics and log', async (_, fault) => {
  logged.length = 0
  await fault.begin()
  try {
    await app.lookAtAll()
    const found = await readiness()
    expect(found.http).toBe(fault.http)
    expect(found.message).toContain(fault.lacks)
    expect((await admin.call(listFaults)).body.data).toEqual([
      { part: fault.part, lacks: fault.lacks, why: expect.stringContaining(fault.why) },
    ])
    const headers = { authorization: `Bearer ${metricsToken}` }
    expect(await (await fetch(`${app.url}/metrics`, { headers })).text()).toContain(
      `pabean_part_works{part="${fault.part}"} 0`,
    )
    expect(logged.join('')).toContain(fault.lacks)
  } finally {
    await fault.end()
  }
  await app.lookAtAll()
  expect(await readiness()).toEqual({ http: 200, message: 'ready' })
  expect(logged.join('')).toContain(`works again: ${fault.part}`)
})

test('a read-only database is told as such, and what can be read is read', async () => {
  await setReadOnly('on')()
  const refused = await app.call(createOrder, { body: anOrder() }, { token: testIntakeKey })
  const list = await admin.call(listOrders, { params: { orderName: 'newOrder' } })
  await setReadOnly('off')()
  expect([refused.http, refused.body.message, refused.headers.get('retry-after')]).toEqual([
    503,
    'Nothing can be stored at the moment: the database takes no writes. Try again later.',
    '5',
  ])
  expect(list.http).toBe(200)
})
