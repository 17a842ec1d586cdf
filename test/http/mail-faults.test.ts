import { EventEmitter, once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailTemplates } from '#server/mail-templates.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { sendMail, sweepMails } from '#server/platform/mail/mail-worker.ts'
import { outboxTransport } from '#server/platform/mail/outbox.ts'
import { queueMail, type NewMail } from '#server/platform/mail/queue-mail.ts'
import { UnclearOutcome, type Transport } from '#server/platform/mail/transport.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const minute = 60_000
let app: TestApp
let outbox: string
let now = new Date('2026-11-20T08:00:00Z')
/** How often a transport was asked to send. */
let asked = 0

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  outbox = join(app.dataDir, 'outbox')
})
afterAll(() => app.stop())
beforeEach(async () => {
  asked = 0
  await rm(outbox, { recursive: true, force: true })
  await app.platform.db.deleteFrom('mails').execute()
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const props = {
  orderId: 2000001,
  customerName: 'Siti',
  username: 's@example.com',
  landingDomain: 'a.example',
}
const queue = (changes: Partial<NewMail> = {}) =>
  inTransaction(app.platform.db, (tx) =>
    queueMail(
      { ...app.platform, tx, now },
      { orderId: null, kind: 'approved', recipient: 's@example.com', subject: 'Hello', props, ...changes },
    ),
  )

const mailRow = (id: string) =>
  app.platform.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const jobsOf = async (id: string) => {
  const jobs = await app.platform.db
    .withTables<{ 'jobs.job': { name: string; data: { mailId?: string } } }>()
    .selectFrom('jobs.job')
    .select('data')
    .where('name', '=', 'send-mail')
    .execute()
  return jobs.filter(({ data }) => data.mailId === id).length
}
const fileOf = (id: string) => join(outbox, `${id}.eml`)

const counting = (transport: Transport): Transport => ({
  ...transport,
  send: (mail) => {
    asked += 1
    return transport.send(mail)
  },
})
/** The real outbox, counted. */
const toOutbox = () => counting(outboxTransport(outbox))
const send = (id: string, transport: () => Transport = toOutbox) =>
  sendMail(app.platform, mailTemplates, transport, id)
const sweep = (transport: () => Transport = toOutbox) => sweepMails(app.platform, transport)

/** What a worker leaves that was killed right after it marked the attempt. */
const markAsSending = (id: string) =>
  app.platform.db
    .updateTable('mails')
    .set({ state: 'sending', attempts: 1, attempted_at: now })
    .where('id', '=', id)
    .execute()

test('a mail is queued with its job if and only if the transaction commits', async () => {
  const rolledBack = inTransaction(app.platform.db, async (tx) => {
    await queueMail(
      { ...app.platform, tx, now },
      { orderId: null, kind: 'approved', recipient: 's@example.com', subject: 'Hello', props },
    )
    throw new Error('afterwards')
  })
  await expect(rolledBack).rejects.toThrow('afterwards')
  expect(await app.platform.db.selectFrom('mails').select('id').execute()).toEqual([])
  expect(await jobsOf(await queue())).toBe(1)
})

test('a mail whose worker died before it sent is sent afterwards, once', async () => {
  const id = await queue()
  await markAsSending(id)
  later(30_000)
  await sweep()
  expect((await mailRow(id)).state, 'a worker that may still be at it').toBe('sending')
  later(31_000)
  await sweep()
  const found = await mailRow(id)
  expect(found).toMatchObject({ state: 'queued', error: 'The worker stopped before the mail left.' })
  expect(await jobsOf(id)).toBe(2)
  later(minute)
  await Promise.all([send(id), send(id), send(id)])
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2, error: null })
  expect(asked).toBe(1)
})

test('a mail whose worker died after it sent is not sent again', async () => {
  const id = await queue()
  await markAsSending(id)
  const attemptedAt = now
  await mkdir(outbox, { recursive: true })
  await writeFile(fileOf(id), 'as it was sent')
  later(61_000)
  await sweep()
  expect(await mailRow(id)).toMatchObject({
    state: 'sent',
    sent_at: attemptedAt,
    provider_message_id: `<${id}@mail.pabean.example>`,
  })
  await send(id)
  expect(asked).toBe(0)
  expect(await readFile(fileOf(id), 'utf8')).toBe('as it was sent')
})

test('a worker that was thought dead changes nothing when it comes back', async () => {
  const id = await queue()
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const stalled: Transport = {
    ...outboxTransport(outbox),
    async send() {
      await opened
      throw new Error('too late')
    },
  }
  const first = send(id, () => stalled)
  await expect.poll(async () => (await mailRow(id)).state).toBe('sending')
  later(61_000)
  await sweep()
  later(minute)
  await send(id)
  gate.emit('open')
  await first
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2, error: null })
})

const unclear: Transport = {
  send: () => Promise.reject(new UnclearOutcome('the line broke')),
  wasSent: async () => 'unclear',
}

test.each([
  ['a transport', 'the line broke', (id: string) => send(id, () => unclear)],
  [
    'a dead worker',
    'The worker stopped while it sent the mail, and the provider does not say whether it left.',
    async (id: string) => {
      await markAsSending(id)
      later(61_000)
      await sweep(() => unclear)
    },
  ],
])('what %s leaves unclear is unknown, and is not sent again', async (_, error, leave) => {
  const id = await queue()
  await leave(id)
  expect(await mailRow(id)).toMatchObject({ state: 'unknown', error })
  later(60 * minute)
  await sweep()
  await send(id)
  expect(await mailRow(id)).toMatchObject({ state: 'unknown' })
  expect(asked).toBe(0)
})

test('a mail that cannot leave is tried again after growing pauses, and then has failed', async () => {
  // A file where the folder should be.
  await writeFile(outbox, '')
  const id = await queue()
  const pauses: number[] = []
  await send(id)
  while ((await mailRow(id)).state === 'queued') {
    const { not_before } = await mailRow(id)
    pauses.push((not_before.getTime() - now.getTime()) / 1000)
    await send(id)
    expect(asked, 'nothing before its time').toBe(pauses.length)
    now = not_before
    await send(id)
  }
  expect(pauses).toEqual([10, 60, 300, 1800, 7200])
  const failed = await mailRow(id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 6 })
  expect(failed.error).toContain('EEXIST')
  expect(await jobsOf(id)).toBe(6)
})

test('a mail recovers when its transport does', async () => {
  await writeFile(outbox, '')
  const id = await queue()
  await send(id)
  await rm(outbox)
  later(minute)
  await send(id)
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2, error: null })
})

test('a mail of a kind that nobody knows fails in the open', async () => {
  const id = await queue({ kind: 'birthday' })
  await send(id)
  expect((await mailRow(id)).error).toBe('there is no template for a mail of kind birthday')
})

test('a mail waits for its time', async () => {
  const id = await queue({ notBefore: new Date(now.getTime() + 10_000) })
  await send(id)
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 0 })
  later(10_000)
  await send(id)
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a mail that was cancelled while it waited is not sent', async () => {
  const id = await queue()
  await app.platform.db.updateTable('mails').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await send(id)
  later(5 * minute)
  await sweep()
  expect(asked).toBe(0)
  expect((await mailRow(id)).state).toBe('cancelled')
})

test('a queued mail that lost its job gets another, once a minute at most', async () => {
  const id = await queue()
  later(30_000)
  await sweep()
  expect(await jobsOf(id)).toBe(1)
  later(31_000)
  await Promise.all([sweep(), sweep()])
  expect(await jobsOf(id)).toBe(2)
  await send(id)
  expect((await mailRow(id)).state).toBe('sent')
})

test('one mail that cannot be found out about does not keep the others', async () => {
  const [bad, good] = [await queue({ provider: 'Sendgrid' }), await queue()]
  await markAsSending(bad)
  later(1)
  await markAsSending(good)
  later(61_000)
  const broken: Transport = { ...unclear, wasSent: () => Promise.reject(new Error('no answer')) }
  await sweepMails(app.platform, (provider) => (provider === 'Sendgrid' ? broken : toOutbox()))
  expect((await mailRow(bad)).state).toBe('sending')
  expect((await mailRow(good)).state).toBe('queued')
})
