import { queueRemainingDocuments } from '#server/documents/documents.jobs.ts'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderDestination } from '#server/backup/destination.ts'
import { claimDestination } from '#server/backup/destination-owner.ts'
import { readConfig } from '#server/config.ts'
import { judgeDatabase } from '#server/doctor/database-checks.ts'
import { judgeSpace } from '#server/doctor/run-checks.ts'
import { openInstallation } from '#server/doctor/open-installation.ts'
import { runChecks } from '#server/doctor/run-checks.ts'
import { serverRole } from '#server/platform/db/server-role.ts'
import { runCommand } from '../support/command-process.ts'
import { poolerPortSetting } from '../support/database.ts'
import { mx, startDns, txt, type TestDns, type Zone } from '../support/dns-server.ts'
import { startSendgrid } from '../support/mail/sendgrid.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { createOrderWithFiles, storedDocument } from '../support/stored-files.ts'
import { serverEnvironment, startTestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const domain = 'mail.desk.example'
const goodZone: Zone = {
  [`MX ${domain}`]: mx('mx.sendgrid.net'),
  [`TXT ${domain}`]: txt('google-site-verification=1', 'v=spf1 include:sendgrid.net -all'),
  [`TXT s1._domainkey.${domain}`]: txt('k=rsa; t=s; p=MIGfMA0GCSq'),
  [`TXT s2._domainkey.${domain}`]: txt('v=DKIM1; p=MIGfMA0GCSq'),
  'TXT _dmarc.desk.example': txt('v=DMARC1; p=quarantine; rua=mailto:dmarc@desk.example'),
}

const sendgridKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')
const hooks = { SENDGRID_WEBHOOK_KEY: sendgridKey, INBOUND_KEY: '0123456789abcdef' }

let dns: TestDns
let env: Record<string, string>
let file1: string
/** Answers everything with a page, as a proxy does that leads elsewhere. */
let stranger: Server
let strangerUrl: string
let nowhere: string

beforeAll(async () => {
  dns = await startDns(goodZone)
})
afterAll(async () => {
  await dns.stop()
  stranger.close()
})
const app = useTestApp({ env: hooks })
beforeAll(async () => {
  file1 = (await createOrderWithFiles(app)).file1
  await app.platform.db.updateTable('mails').set({ state: 'sent' }).execute()
  await sql`delete from jobs.job`.execute(app.owner)
  stranger = createServer((_request, response) => response.end('<h1>Welcome</h1>')).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  nowhere = `127.0.0.1:${await freePort()}`
  env = {
    ...serverEnvironment(app),
    ...hooks,
    PUBLIC_URL: app.url,
    SEND_DOMAIN: domain,
    SENDGRID_API_KEY: 'SG.key',
    DNS_SERVERS: dns.address,
    LOG_LEVEL: 'fatal',
  }
})

interface Look {
  env?: Record<string, string>
  /** ms by which the clock is ahead. */
  ahead?: number
  isThorough?: boolean
}

/** What a check finds, as `fault …`. */
async function look(name: string, { env: changed = {}, ahead = 0, isThorough = false }: Look = {}) {
  const { installation, close } = openInstallation(readConfig({ ...env, ...changed }), {
    isThorough,
    allowsInsecureConnections: changed['ALLOW_INSECURE_CONNECTIONS'] === '1',
    clock: () => new Date(Date.now() + ahead),
  })
  const found: string[] = []
  const hasFault = await runChecks(
    installation,
    (_name, { status, line }) => found.push(`${status} ${line}`),
    (it) => it === name,
  ).finally(close)
  expect(hasFault).toBe(found.some((line) => line.startsWith('fault')))
  return found.join('\n')
}

/** A pooler's connections keep the settings that the database had when they were opened. */
const endIdleConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = ${serverRole} and state = 'idle'`.execute(app.owner)

/** Changes the database as its owner, looks, and undoes it. */
async function lookWhile(name: string, change: string, undo: string, options?: Look) {
  await sql.raw(change).execute(app.owner)
  if (process.env[poolerPortSetting]) await endIdleConnections()
  return look(name, options).finally(() => sql.raw(undo).execute(app.owner))
}

test('beside a server with its own PostgreSQL the command finds no fault, and exits with 1 for a fault', async () => {
  const own = { DATA_DIR: await mkdtemp(join(tmpdir(), 'pabean-doctor-')), DEMO: '0', LOG_LEVEL: 'fatal' }
  const sendgrid = await startSendgrid('SG.key')
  const mail = {
    ...hooks,
    SEND_DOMAIN: domain,
    DNS_SERVERS: dns.address,
    SENDGRID_API_KEY: 'SG.key',
    SENDGRID_BASE_URL: sendgrid.url,
  }
  const server = await startServerProcess({ ...own, ...mail })
  const settings = { ...own, ...mail, PUBLIC_URL: server.url }
  const good = await runCommand(['doctor'], settings)
  for (const name of [
    'settings',
    'database',
    'keys',
    'disk',
    'parsers',
    'work',
    'address',
    'webhooks',
    'domain',
    'clock',
  ])
    expect(good.said).toMatch(new RegExp(`^ok +${name} `, 'm'))
  expect(good.said).toMatch(/^warning +backups +never backed up/m)
  expect(good.code, good.said).toBe(0)
  const bad = await runCommand(['doctor', '--all'], { ...settings, PUBLIC_URL: strangerUrl })
  expect([bad.code, bad.said]).toEqual([1, expect.stringMatching(/^fault +address /m)])
  const unreadable = await runCommand(['doctor'], { ...settings, PORT: 'none' })
  expect([unreadable.code, unreadable.said]).toEqual([1, expect.stringMatching(/^fault +settings +PORT /)])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.end()
  await sendgrid.stop()
  await rm(own.DATA_DIR, { recursive: true })
})

test('insecure settings are reported', async () => {
  expect(await look('settings')).toMatch(/^ok /)
  const named: [Record<string, string>, string][] = [
    [{ PUBLIC_URL: 'http://desk.example' }, 'PUBLIC_URL is http'],
    [{ PUBLIC_URL: 'https://desk.example' }, 'TRUST_PROXY is not set'],
    [{ PUBLIC_URL: 'https://desk.example', DEMO: '1' }, 'DEMO is on'],
    [{ ALLOW_INSECURE_CONNECTIONS: '1' }, 'ALLOW_INSECURE_CONNECTIONS is 1'],
    [{ AWS_SNS_SIGNATURE_V1: '1' }, 'AWS_SNS_SIGNATURE_V1 is 1'],
    [
      { S3_BUCKET: 'documents', DOCUMENTS_ALSO_IN: 'folder', ...awsKeys },
      'npm run cli -- move-documents --to bucket',
    ],
    [{ SENDGRID_API_KEY: '' }, 'no mail provider is configured'],
  ]
  for (const [changed, line] of named) expect(await look('settings', { env: changed })).toContain(line)
})
const awsKeys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

describe('database', () => {
  test('database faults are reported', async () => {
    // PostgreSQL of the tests runs so.
    const unsafe = 'fault a power failure loses what was saved: turn on fsync, full_page_writes'
    expect(await look('database')).toBe(unsafe)
    const name = new URL(app.databaseUrl).pathname.slice(1)
    expect(
      await lookWhile(
        'database',
        `alter database "${name}" set synchronous_commit = off`,
        `alter database "${name}" reset synchronous_commit`,
      ),
    ).toBe(`${unsafe}, synchronous_commit`)
    expect(
      await lookWhile(
        'database',
        `insert into kysely_migration values ('9999_later', now())`,
        `delete from kysely_migration where name = '9999_later'`,
      ),
    ).toBe(`${unsafe}\nwarning a newer version has changed it (9999_later): run that version`)
    expect(await look('database', { env: { DATABASE_URL: app.databaseUrl } })).toContain(
      'warning the role that',
    )
  })

  test('an old version, a missing extension and a lagging replica are reported', () => {
    const facts = {
      unsafe: [],
      missing: [],
      toContract: [],
      newer: [],
      takenAway: [],
      hasExcess: false,
      closedTrigrams: null,
      isReadOnly: false,
      connectionsLeft: 18,
      connectionsNeeded: 18,
    }
    const found = judgeDatabase({
      ...facts,
      version: 140_011,
      encoding: 'SQL_ASCII',
      hasTrigrams: false,
      missing: ['0002_later'],
      lag: 61,
      isReadOnly: true,
      connectionsLeft: 3,
    })
    expect(found.map(({ line }) => line)).toEqual([
      'PostgreSQL is 14: update it to 15 or later',
      "its encoding is SQL_ASCII: make one with encoding 'UTF8'",
      'pg_trgm is missing: create extension pg_trgm',
      expect.stringMatching(/^takes no writes: it is a standby/),
      'it has 3 connections left, and a server takes up to 18: raise max_connections, or lower DATABASE_POOL',
      'it lacks 0002_later: npm run cli -- migrate as its owner, or start a server of this version',
      'a replica is 61 s behind: look at its load and its connection',
    ])
    expect(
      judgeDatabase({ ...facts, version: 150_000, encoding: 'UTF8', hasTrigrams: true, lag: 60 }),
    ).toMatchObject([{ status: 'ok' }])
  })

  test('an unreachable database is the one reported fault, and dependent checks are skipped', async () => {
    const away = { env: { DATABASE_URL: `postgres://${nowhere}/desk` } }
    expect(await look('database', away)).toMatch(/^fault .*DATABASE_URL cannot be reached/)
    const mistyped = { env: { DATABASE_URL: '', DATA_DIR: join(app.dataDir, 'none') } }
    expect(await look('database', mistyped)).toMatch(/^fault .*DATA_DIR .* is not there/)
    for (const name of ['keys', 'backups', 'files', 'mails', 'jobs', 'clock'])
      expect(await look(name, away)).toMatch(/^warning not looked at, because of the database/)
  })
})

test('a missing and a wrong data key are distinguished', async () => {
  expect(await look('keys')).toMatch(/^ok test seals/)
  const other = randomBytes(32).toString('base64')
  expect(await look('keys', { env: { DATA_KEYS: `other:${other}` } })).toMatch(
    /^fault .*lacks the key "test"/,
  )
  expect(await look('keys', { env: { DATA_KEYS: `test:${other}` } })).toMatch(
    /^fault .*has another key "test"/,
  )
  expect(await look('keys', { env: { DATA_KEYS: '' } })).toMatch(/^fault .*data-keys cannot be read: ENOENT/)
})

test('space is judged by bytes and by share', async () => {
  const gib = 1024 ** 3
  expect(judgeSpace(100 * gib, 200 * gib).status).toBe('ok')
  expect(judgeSpace(4 * gib, 10 * gib).status).toBe('warning')
  expect(judgeSpace(0.9 * gib, 2 * gib).status).toBe('fault')
  expect(judgeSpace(40 * gib, 1000 * gib).status).toBe('fault')
  expect(await look('disk', { env: { DATA_DIR: join(app.dataDir, 'none') } })).toBe(
    'fault could not be looked at: ENOENT',
  )
})

test('an address that does not resolve, or leads to another installation, is a fault', async () => {
  expect(await look('address')).toMatch(/^ok /)
  expect(await look('address', { env: { PUBLIC_URL: `http://${nowhere}` } })).toMatch(
    /^fault .* cannot be reached \(ECONNREFUSED\)/,
  )
  expect(await look('address', { env: { PUBLIC_URL: strangerUrl } })).toMatch(
    /^fault .* leads to another installation/,
  )
  const other = await startTestApp()
  expect(await look('address', { env: { PUBLIC_URL: other.url } })).toMatch(
    /^fault .* leads to another installation/,
  )
  await other.stop()
})

test('a webhook that accepts an unsigned call is a fault', async () => {
  expect(await look('webhooks')).toMatch(/^ok .*events refuses.*\nok .*inbound refuses/)
  const elsewhere = await look('webhooks', { env: { PUBLIC_URL: strangerUrl } })
  expect(elsewhere).toContain('fault /api/hooks/sendgrid/events is answered by something in front')
  const unset = { SENDGRID_WEBHOOK_KEY: '', INBOUND_KEY: '' }
  expect(await look('webhooks', { env: unset })).toMatch(/^warning none is set up/)
  const topic = 'arn:aws:sns:eu-central-1:123456789012:mail'
  // The settings looked at have a topic, those of the server have none.
  expect(await look('webhooks', { env: { ...unset, AWS_SNS_TOPICS: topic } })).toBe(
    'fault /api/hooks/sns answers 404 rather than 403: let the proxy pass it on unchanged',
  )
})

describe('domain', () => {
  const spf = `TXT ${domain}`
  const dmarc = 'TXT _dmarc.desk.example'
  const dkim = `TXT s1._domainkey.${domain}`
  const faults: [string, Zone, string][] = [
    ['no MX', { [`MX ${domain}`]: [] }, 'fault MX: none'],
    ['a null MX', { [`MX ${domain}`]: mx('.') }, 'fault MX: none'],
    ['no SPF', { [spf]: txt('something else') }, 'fault SPF: '],
    ['two SPF', { [spf]: txt('v=spf1 -all', 'v=spf1 ~all') }, 'fault SPF: mail.desk.example has 2'],
    [
      'SPF without the provider',
      { [spf]: txt('v=spf1 include:other.example -all') },
      'warning SPF: it lacks include:sendgrid.net',
    ],
    ['SPF for everybody', { [spf]: txt('v=spf1 include:sendgrid.net +all') }, 'fault SPF: it ends with +all'],
    ['no DKIM', { [dkim]: [] }, `fault DKIM: s1._domainkey.${domain} has no key`],
    ['a DKIM key that was taken back', { [dkim]: txt('v=DKIM1; p=') }, 'fault DKIM: s1'],
    ['no DMARC', { [dmarc]: [] }, 'fault DMARC: '],
    [
      'two DMARC',
      { [dmarc]: txt('v=DMARC1; p=none', 'v=DMARC1; p=reject') },
      'fault DMARC: desk.example has 2',
    ],
    [
      'DMARC without a policy',
      { [dmarc]: txt('v=DMARC1; rua=mailto:a@desk.example') },
      'fault DMARC: the record',
    ],
    ['DMARC that asks for nothing', { [dmarc]: txt('v=DMARC1; p=none') }, 'warning DMARC: the policy'],
  ]
  test.each(faults)('%s', async (_, changed, line) => {
    dns.zone = { ...goodZone, ...changed }
    expect(await look('domain').finally(() => (dns.zone = goodZone))).toContain(line)
  })

  test('every record is found; configured DKIM selectors are the ones checked', async () => {
    const found = await look('domain')
    expect(found).not.toMatch(/^(warning|fault)/m)
    expect(found).toContain('ok DKIM: s2 is there')
    expect(await look('domain', { env: { DKIM_SELECTORS: 's2,mine' } })).toContain(
      `fault DKIM: mine._domainkey.${domain} has no key`,
    )
  })

  test('the nearest DMARC policy applies; DKIM of SES is not checked, because its selectors are unknown', async () => {
    dns.zone = {
      ...goodZone,
      [`TXT _dmarc.${domain}`]: txt('v=DMARC1;p=reject'),
      [spf]: txt('v=spf1 include:amazonses.com ~all'),
    }
    const found = await look('domain', { env: { SENDGRID_API_KEY: '', ...awsKeys } }).finally(
      () => (dns.zone = goodZone),
    )
    expect(found).toContain('ok DMARC: the policy is reject')
    expect(found).toContain('ok SPF: ')
    expect(found).toContain('warning DKIM: not looked at')
  })

  test('a DNS that does not answer and a missing provider are reported', async () => {
    expect(await look('domain', { env: { DNS_SERVERS: nowhere } })).toMatch(
      /^fault MX: the DNS servers do not answer/,
    )
    expect(await look('domain', { env: { SENDGRID_API_KEY: '' } })).toMatch(/^ok not looked at/)
  })
})

test('a clock that differs from the database or the address is reported', async () => {
  expect(await look('clock')).toBe("ok agrees with the database's\nok agrees with PUBLIC_URL's")
  expect(await look('clock', { ahead: 10_000 })).toMatch(/^warning .*database.*10 s.*\nwarning .*PUBLIC_URL/)
  expect(await look('clock', { ahead: -60_000 })).toMatch(/^fault .*-60 s/)
})

test('parsers that do not start are a fault, and parsers with fewer limits a warning (product §10)', async () => {
  const { execPath, env: environment } = process
  const tools = await mkdtemp(join(tmpdir(), 'pabean-tools-'))
  await writeFile(join(tools, 'prlimit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  expect(await look('parsers')).toMatch(/^(ok|warning) start/)
  try {
    process.env = { ...environment, PATH: tools }
    expect(await look('parsers')).toMatch(/^warning start with fewer limits/)
    process.execPath = '/nowhere/node'
    expect(await look('parsers')).toMatch(/^fault do not start, .*ENOENT/)
  } finally {
    Object.assign(process, { execPath, env: environment })
    await rm(tools, { recursive: true })
  }
})

test('a scanner that does not answer is a fault', async () => {
  expect(await look('scanner')).toBe('ok none is set')
  expect(await look('scanner', { env: { CLAMD: nowhere } })).toMatch(/^fault does not answer/)
})

test('backups are judged by the age of the last', async () => {
  const ended = (value: string) =>
    lookWhile(
      'backups',
      `insert into settings (key, value) values ('backup:last', '${value}')`,
      `delete from settings where key = 'backup:last'`,
    )
  const hoursAgo = (hours: number) =>
    ended(
      JSON.stringify({
        finishedAt: new Date(Date.now() - hours * 3600_000 - 1000).toISOString(),
        timeline: 1,
      }),
    )
  expect(await look('backups')).toMatch(/^warning never backed up/)
  expect(await hoursAgo(47)).toBe('ok the last one ended 47 hours ago')
  expect(await hoursAgo(48)).toMatch(/^warning .*48 hours ago: see why/)
  expect(await hoursAgo(168)).toMatch(/^fault .*168 hours ago/)
  expect(await hoursAgo(0)).toBe('ok the last one ended within the last hour')
  expect(await ended('{"finishedAt": "yesterday"}')).toMatch(/^fault the note/)
})

test('a backup destination of another installation, or an unreadable one, is a fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-place-'))
  const key = randomBytes(32)
  const env = { BACKUP_TO: folder, BACKUP_KEY: key.toString('base64') }
  const noBackup = 'warning never backed up: npm run cli -- backup'
  expect(await look('backups', { env })).toBe(noBackup)
  await claimDestination(folderDestination(folder), key, 'another one')
  expect(await look('backups', { env })).toBe(
    `${noBackup}\nfault another installation keeps its backups in BACKUP_TO: give this one another place`,
  )
  const otherKey = { ...env, BACKUP_KEY: randomBytes(32).toString('base64') }
  expect(await look('backups', { env: otherKey })).toContain('fault BACKUP_TO cannot be read: installation')
  await rm(folder, { recursive: true })
})

test('overdue mails, overdue jobs and failed jobs are reported', async () => {
  expect([await look('mails'), await look('jobs')]).toEqual([
    'ok none waits longer than it should',
    'ok none waits longer than it should',
  ])
  const late = 16 * 60_000
  await app.platform.db.updateTable('mails').set({ state: 'queued' }).execute()
  expect(await look('mails')).toMatch(/^ok /)
  expect(await look('mails', { ahead: late })).toMatch(/^fault \d+ should have left/)
  const now = new Date()
  await app.platform.db
    .updateTable('mails')
    .set({ waiting_since: now, provider: 'SMTP', error: '550 5.4.5 Daily limit exceeded' })
    .execute()
  expect(await look('mails')).toMatch(/^fault \d+ waits? because SMTP .+: 550 5\.4\.5 Daily limit exceeded/)
  await app.platform.db
    .updateTable('mails')
    .set({ state: 'sending', state_at: now, waiting_since: null })
    .execute()
  expect(await look('mails', { ahead: late })).toMatch(/^fault \d+ should have left/)
  await queueRemainingDocuments(app.platform)
  expect(await look('jobs')).toMatch(/^ok /)
  expect(await look('jobs', { ahead: late })).toMatch(/^fault open-remaining/)
  await sql`update jobs.job set state = 'failed'`.execute(app.owner)
  expect(await look('jobs', { ahead: late })).toMatch(/^warning \d+ have failed/)
})

test('rows without their files are counted, of a sample and of all', async () => {
  expect(await look('files')).toMatch(/^ok of \d+ chosen at random, every one is there/)
  const { name } = await storedDocument(app, file1)
  await rm(join(app.dataDir, 'documents', name.slice(0, 2), name))
  expect(await look('files')).toMatch(/^fault of \d+ chosen at random, 1 are not there/)
  expect(await look('files', { isThorough: true })).toMatch(/^fault of \d+, 1 are not there/)
})
