import type { RequestListener } from 'node:http'
import { serverRole } from '#server/platform/db/server-role.ts'
import type { Disk } from '../outages/tmpfs.ts'
import type { Rig } from './rig.ts'

/** A fault, how it is made and ended, and what each place says of it. */
export interface FaultCase {
  name: string
  begin: (rig: Rig) => Promise<unknown>
  end: (rig: Rig) => Promise<unknown>
  /** It cannot be ended; the last of its lane. */
  isLasting?: boolean
  /** What `/readyz` answers. */
  ready: RegExp
  /** Undefined where no call is answered meanwhile. */
  notice?: RegExp | undefined
  log?: RegExp
  doctor: RegExp
}

const well = /^200 ready$/
const nothing = /^$/
const noOrders = (cause: string) => new RegExp(`^503 Not ready: no order can be taken in${cause}`)
const noFiles = /^200 ready, but files cannot be stored/
const noMails = (provider: string) => new RegExp(`^200 ready, but mails by ${provider} wait`)

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = '${serverRole}'`

const database: FaultCase[] = [
  {
    name: 'database read-only',
    begin: (rig) => rig.asOwner('alter database NAME set default_transaction_read_only = on', endConnections),
    end: (rig) => rig.asOwner('alter database NAME set default_transaction_read_only = off', endConnections),
    ready: noOrders(': the database takes no writes'),
    notice: /takes no writes/,
    log: /no order can be taken in/,
    doctor: /^fault +database +takes no writes: it is a standby, or was closed/m,
  },
  {
    name: 'database gone',
    begin: async (rig) => rig.way.cut(),
    end: async (rig) => rig.way.join(),
    ready: /^503 The database cannot be reached/,
    log: /the primary is away/,
    doctor: /^fault +database +.*DATABASE_URL cannot be reached/m,
  },
  {
    name: 'database silent',
    begin: async (rig) => rig.way.silence(),
    end: async (rig) => rig.way.join(),
    ready: /^503 The database cannot be reached/,
    log: /the primary is away/,
    doctor: /^fault +database +.*DATABASE_URL cannot be reached/m,
  },
  {
    name: 'database slow',
    begin: async (rig) => void (rig.slow.ms = 900),
    end: async (rig) => void (rig.slow.ms = 0),
    ready: /^200 ready, but the database is slow/,
    notice: /the database is slow/,
    log: /the database is slow/,
    doctor: /^warning +work +the database is slow/m,
  },
  {
    name: 'a table of another schema',
    begin: (rig) => rig.asOwner('create schema elsewhere', 'alter table order_counts set schema elsewhere'),
    end: (rig) =>
      rig.asOwner('alter table elsewhere.order_counts set schema public', 'drop schema elsewhere'),
    ready: noOrders(''),
    notice: /order_counts/,
    log: /order_counts/,
    doctor: /^fault +work +no order can be taken in/m,
  },
  {
    name: 'a right taken away',
    begin: (rig) => rig.asOwner(`revoke insert on order_events from ${serverRole}`),
    end: (rig) => rig.asOwner(`grant insert on order_events to ${serverRole}`),
    ready: noOrders(''),
    notice: /permission denied/,
    log: /permission denied/,
    doctor: /^fault +work +no order can be taken in \(permission denied/m,
  },
  {
    name: 'a table that is locked',
    begin: (rig) => rig.lockOrders(),
    end: (rig) => rig.unlockOrders(),
    ready: noOrders(''),
    notice: /no answer within/,
    log: /no order can be taken in/,
    doctor: /^fault +work +no order can be taken in \(no answer within/m,
  },
  {
    name: 'few connections left',
    begin: (rig) => rig.asOwner('alter database NAME connection limit 16'),
    end: (rig) => rig.asOwner('alter database NAME connection limit -1'),
    ready: well,
    notice: nothing,
    doctor: /^(warning|fault) +database +it has -?\d+ connections left/m,
  },
]

const answer =
  (status: number, code: string): RequestListener =>
  (request, response) =>
    void request
      .resume()
      .once('end', () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`))

const bucketThat = (name: string, stand: RequestListener, limits: Partial<FaultCase> = {}): FaultCase => ({
  name,
  begin: (rig) => rig.standInForBucket(stand),
  end: (rig) => rig.standInForBucket(),
  ready: noFiles,
  notice: /files cannot be stored/,
  log: /files cannot be stored/,
  doctor: /^fault +work +files cannot be stored/m,
  ...limits,
})

const buckets: FaultCase[] = [
  {
    ...bucketThat('bucket gone', () => {}),
    begin: (rig) => rig.buckets.stop(),
    end: (rig) => rig.buckets.start(),
  },
  bucketThat('bucket takes small files alone', (request, response) => {
    const isLarge = Number(request.headers['content-length'] ?? 0) > 2 ** 20
    request.resume().once('end', () => response.writeHead(isLarge ? 413 : 200).end())
  }),
  bucketThat(
    'bucket slow',
    (request, response) => {
      request.resume().once('end', () => setTimeout(() => response.writeHead(200).end(), 3500))
    },
    {
      ready: /^200 ready, but files are stored slowly/,
      notice: /files are stored slowly/,
      log: /files are stored slowly/,
      doctor: /^warning +work +files are stored slowly/m,
    },
  ),
  bucketThat('bucket silent', () => {}),
  bucketThat('bucket answers 500', answer(500, 'InternalError')),
  bucketThat('bucket refuses the key', answer(403, 'InvalidAccessKeyId')),
  bucketThat('bucket of another name', answer(404, 'NoSuchBucket')),
]

const smtpThat = (name: string, script: Parameters<Rig['smtp']['follow']>[0], doctor: string): FaultCase => ({
  name,
  begin: async (rig) => rig.smtp.follow(script),
  end: async (rig) => rig.smtp.follow({}),
  ready: noMails('SMTP'),
  notice: /mails by SMTP wait/,
  log: /mails by SMTP wait/,
  doctor: new RegExp(`^fault +work +mails by SMTP wait: it cannot be opened \\(.*${doctor}`, 'm'),
})

const mails: FaultCase[] = [
  smtpThat('mail server silent', { greeting: null }, 'no answer within'),
  smtpThat('mail server is overloaded', { greeting: '421 4.3.2 too busy' }, 'too busy'),
  {
    name: 'Amazon has paused sending',
    begin: async (rig) => void (rig.ses.account.SendingEnabled = false),
    end: async (rig) => void (rig.ses.account.SendingEnabled = true),
    ready: noMails('AWS'),
    notice: /Amazon has paused sending/,
    log: /Amazon has paused sending/,
    doctor: /^fault +work +mails by AWS wait/m,
  },
  {
    name: 'SendGrid key without mail.send',
    begin: async (rig) => void rig.sendgrid.scopes.splice(0, 1, 'stats.read'),
    end: async (rig) => void rig.sendgrid.scopes.splice(0, 1, 'mail.send'),
    ready: noMails('Sendgrid'),
    notice: /The key may not send mails/,
    log: /The key may not send mails/,
    doctor: /^fault +work +mails by Sendgrid wait/m,
  },
  {
    name: 'malware scanner gone',
    begin: async (rig) => rig.clamd.control.close(),
    end: (rig) => rig.clamd.control.open(),
    ready: /^200 ready, but the malware scanner cannot be reached/,
    notice: /malware scanner/,
    log: /malware scanner/,
    doctor: /^fault +scanner +does not answer/m,
  },
  {
    name: 'mail server dead',
    begin: (rig) => rig.smtp.stop(),
    end: async () => {},
    isLasting: true,
    ready: noMails('SMTP'),
    notice: /mails by SMTP wait/,
    log: /mails by SMTP wait/,
    doctor: /^fault +work +mails by SMTP wait: it cannot be opened \(.*ECONNREFUSED/m,
  },
]

const diskThat = (
  name: string,
  begin: (disk: Disk) => Promise<void>,
  end: (disk: Disk) => Promise<void>,
): FaultCase => ({
  name,
  begin: (rig) => (rig.disk ? begin(rig.disk) : Promise.reject(new Error('no disk'))),
  end: (rig) => (rig.disk ? end(rig.disk) : Promise.resolve()),
  ready: noFiles,
  notice: /files cannot be stored/,
  log: /files cannot be stored/,
  doctor: /^fault +work +files cannot be stored/m,
})

/** Asked again after five minutes, so that each has an installation of its own. */
const refusingMailServers: FaultCase[] = [
  smtpThat('mail server refuses the password', { AUTH: '535 5.7.8 not accepted' }, '535 5.7.8'),
  smtpThat('mail server refuses this machine', { greeting: '554 5.7.1 not welcome' }, 'not welcome'),
].map((fault) => ({ ...fault, isLasting: true }))

const disks: FaultCase[] = [
  diskThat(
    'disk of the documents full',
    (disk) => disk.fill(),
    (disk) => disk.empty(),
  ),
  diskThat(
    'disk of the documents nearly full',
    (disk) => disk.fill(2 ** 20),
    (disk) => disk.empty(),
  ),
  diskThat(
    'disk of the documents read-only',
    (disk) => disk.setReadOnly(true),
    (disk) => disk.setReadOnly(false),
  ),
]

const proxyThat = (name: string, manners: Rig['manners'], doctor: RegExp): FaultCase => ({
  name,
  begin: async (rig) => void Object.assign(rig.manners, manners),
  end: async (rig) => {
    for (const manner of Object.keys(manners)) Reflect.deleteProperty(rig.manners, manner)
  },
  ready: well,
  notice: nothing,
  doctor,
})

const proxies: FaultCase[] = [
  proxyThat(
    'proxy with small bodies',
    { maxBytes: 2 ** 20 },
    /^fault +address +a document of 20 MB is answered with 413/m,
  ),
  proxyThat(
    'proxy that holds the stream',
    { holdsStreams: true },
    /^fault +address +the stream of changes is held back/m,
  ),
  proxyThat(
    'proxy that hides files',
    { hidesFiles: true },
    /^fault +address +the page's file .* is answered with 200, text\/html/m,
  ),
]

const settingThat = (name: string, changed: Record<string, string>, doctor: RegExp): FaultCase => ({
  name,
  begin: async (rig) => void (rig.doctorSees.settings = changed),
  end: async (rig) => void (rig.doctorSees.settings = {}),
  ready: well,
  notice: nothing,
  doctor,
})

const settings: FaultCase[] = [
  settingThat(
    'key lacking',
    { DATA_KEYS: `other:${Buffer.alloc(32, 9).toString('base64')}` },
    /^fault +keys +.*lacks the key "told"/m,
  ),
  settingThat(
    'password with #',
    { DATABASE_URL: 'postgres://u:p#ss@db.example/desk' },
    /^fault +settings +DATABASE_URL cannot be read: percent-encode/m,
  ),
  settingThat(
    'address of another server',
    { PUBLIC_URL: 'http://127.0.0.1:9' },
    /^fault +address +http:\/\/127\.0\.0\.1:9 cannot be reached/m,
  ),
  {
    name: 'clock wrong',
    begin: async (rig) => void (rig.doctorSees.aheadMs = 60_000),
    end: async (rig) => void (rig.doctorSees.aheadMs = 0),
    ready: well,
    notice: nothing,
    doctor: /^fault +clock +differs from the database's by 60 s/m,
  },
]

const wrongScheme = proxyThat(
  'proxy that says http',
  { saysHttp: true },
  /^fault +address +\S+ leads to itself: .* X-Forwarded-Proto: https/m,
)

export interface Lane {
  place: 'bucket' | 'disk' | 'https'
  cases: readonly FaultCase[]
}

/** Each lane has an installation of its own; they run beside each other. */
export const lanes: readonly Lane[] = [
  { place: 'bucket', cases: database },
  { place: 'bucket', cases: buckets },
  { place: 'bucket', cases: mails },
  ...refusingMailServers.map((fault): Lane => ({ place: 'bucket', cases: [fault] })),
  { place: 'disk', cases: [...disks, ...proxies, ...settings] },
  { place: 'https', cases: [wrongScheme] },
]
