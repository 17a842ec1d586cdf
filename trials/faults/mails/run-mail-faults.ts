// npm run trial -- mail-faults: mails with fault injection, broken connections and killed workers.
// Options: --mails 10000 --workers 3 (at once, in the later half) --calls-per-kill 250 --limit 900 (s).
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig, type Config } from '#server/config.ts'
import { approvedMail } from '#server/documents/approved.email.ts'
import { reminderMail } from '#server/documents/reminder.email.ts'
import { invoiceMail } from '#server/invoices/invoice.email.ts'
import { refundMail } from '#server/refunds/refund.email.ts'
import { inTransaction, openDatabase, type Db } from '#server/platform/db/database.ts'
import type { MailDefinition } from '#server/platform/mail/define-mail.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { newDataKeys, parseDataKeys, type Seal } from '#server/platform/seal.ts'
import { openServerKeys } from '#server/platform/server-keys.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import setup from '../../../test/support/global-setup.ts'
import type { PortControl } from '../../../test/support/mail/port-control.ts'
import { startFaultyHttp } from '../../../test/support/mail/faulty-http.ts'
import { startFaultySmtp } from '../../../test/support/mail/faulty-smtp.ts'
import { startSendgrid } from '../../../test/support/mail/sendgrid.ts'
import { startSes } from '../../../test/support/mail/ses.ts'
import { startSmtp } from '../../../test/support/mail/smtp.ts'
import { conclude, thousands } from '../../figures.ts'
import { readOptions } from '../../options.ts'
import { verifyDeliveries, refusedDomain } from './verify-deliveries.ts'
import { createFaultInjector } from './fault-injection.ts'
import { startWorkerPool, type WorkerPool } from './worker-pool.ts'

const options = readOptions({ mails: 10_000, workers: 3, 'calls-per-kill': 250, limit: 900 })
const { mails } = options
const timeoutMs = options.limit * 1000

const apiKey = 'SG.faults'
const providers = ['AWS', 'Sendgrid', 'SMTP'] as const
const kinds = [approvedMail, reminderMail, refundMail, approvedMail, invoiceMail] as const

async function startProviders(onCall: () => void) {
  const [ses, sendgrid, smtp] = await Promise.all([startSes(), startSendgrid(apiKey), startSmtp()])
  const faults = createFaultInjector(onCall)
  const proxies = await Promise.all([
    startFaultyHttp(ses.url, faults.http),
    startFaultyHttp(sendgrid.url, faults.http),
    startFaultySmtp(smtp.port, faults.smtp),
  ])
  const [aws, grid, mailServer] = proxies
  return {
    mischief: faults,
    doors: proxies.map(({ portControl: port }) => port),
    env: {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_SESV2: aws.url,
      SENDGRID_API_KEY: apiKey,
      SENDGRID_BASE_URL: grid.url,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.portControl.port}`,
    },
    logs: () => ({
      AWS: ses.log().flatMap(({ to }) => to),
      Sendgrid: sendgrid
        .log()
        .flatMap(({ personalizations }) =>
          personalizations.flatMap(({ to }) => to.map(({ email }) => email)),
        ),
      SMTP: smtp.log().flatMap(({ to }) => to),
    }),
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await Promise.all([ses.stop(), sendgrid.stop(), smtp.stop()])
    },
  }
}

/** 3 % of the mails go to an address that the emulator refuses; the SES emulator refuses none. */
const recipientFor = (n: number, provider: string) =>
  `m${n}${n % 100 < 3 && provider !== 'AWS' ? refusedDomain : '@arrives.example'}`

const batchSize = 250
/** The kill comes at most so many ms after the call starts. */
const killDelayMs = 100

interface QueueContext {
  db: Db
  config: Config
  seal: Seal
}

async function queueBatch({ db, config, seal }: QueueContext, from: number, to: number) {
  await inTransaction(db, async (tx) => {
    for (let n = from; n < to; n++) {
      const provider = providers[n % providers.length] ?? 'AWS'
      const kind: MailDefinition = kinds[Math.floor(n / providers.length) % kinds.length] ?? approvedMail
      const sending = { orderId: null, recipient: recipientFor(n, provider), provider }
      await queueMail({ tx, config, seal, now: new Date() }, kind, kind.sample, sending)
    }
  })
}

function repeatAtRandomIntervals(ms: number, work: () => Promise<void> | void) {
  const state = { stopped: false }
  const run = async () => {
    while (!state.stopped) {
      await pause(ms * (0.25 + Math.random() * 1.5))
      if (!state.stopped) await work()
    }
  }
  const ended = run()
  return async () => {
    state.stopped = true
    await ended
  }
}

const closePortBriefly = (ports: readonly PortControl[], counts: Map<string, number>) => async () => {
  const port = ports[Math.floor(Math.random() * ports.length)]
  if (!port) return
  counts.set('port shut', (counts.get('port shut') ?? 0) + 1)
  port.close()
  await pause(50 + Math.random() * 300)
  await port.open()
}

const countUnfinished = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  return n
}

async function queueAndAwait(context: QueueContext, workers: WorkerPool) {
  const { db } = context
  const deadline = Date.now() + timeoutMs
  for (let queued = 0; queued < mails; queued += batchSize) {
    await queueBatch(context, queued, Math.min(queued + batchSize, mails))
    while ((await countUnfinished(db)) > batchSize * 2 && Date.now() < deadline) await pause(200)
    console.error(`${queued + batchSize} of ${mails} are queued`)
    if (queued >= mails / 2) workers.setCount(options.workers)
  }
  let lastLoggedAt = 0
  while (Date.now() < deadline) {
    const unfinished = await countUnfinished(db)
    if (unfinished === 0) return
    if (Date.now() - lastLoggedAt > 15_000) {
      lastLoggedAt = Date.now()
      console.error(`${mails - unfinished} of ${mails} have come to an end`)
    }
    await pause(300)
  }
}

async function runFaults() {
  const started = Date.now()
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-faults-'))
  const calls = new EventEmitter()
  const providerEmulators = await startProviders(() => calls.emit('call'))
  const keys = newDataKeys()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATA_KEYS: keys,
    ...providerEmulators.env,
  }
  const { db } = openDatabase({ connectionString: database.url }, () => {})
  const workers = startWorkerPool(env)
  const { counts } = providerEmulators.mischief
  // Random, but at most one and a half times that many calls apart, so that a short run has kills.
  const untilKill = () => options['calls-per-kill'] * (0.5 + Math.random())
  let callsLeft = untilKill()
  calls.on('call', () => {
    if (--callsLeft > 0) return
    callsLeft = untilKill()
    setTimeout(workers.killOne, Math.random() * killDelayMs)
  })
  const stopClosingPorts = repeatAtRandomIntervals(2000, closePortBriefly(providerEmulators.doors, counts))
  try {
    const { seal } = await openServerKeys(db, parseDataKeys(keys))
    await queueAndAwait({ db, config: readConfig(env), seal }, workers)
    await stopClosingPorts()
    await workers.stop()
    const rows = db.selectFrom('mails').select(['recipient', 'state', 'provider', 'error'])
    return {
      ...verifyDeliveries(await rows.execute(), providerEmulators.logs()),
      mails,
      faults: { ...Object.fromEntries(counts), 'connection refused': workers.refusedConnections() },
      kills: workers.kills(),
      seconds: Math.round((Date.now() - started) / 1000),
    }
  } finally {
    await stopClosingPorts()
    await workers.stop()
    await db.destroy()
    await providerEmulators.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const teardown = await setup()
const { violations, ...figures } = await runFaults().finally(teardown)
console.log(figures)
conclude(violations, {
  tried: `${thousands(mails)} mails, ${figures.kills} kills of workers`,
  found: `${violations.length} mails whose state is not what the providers say`,
})
