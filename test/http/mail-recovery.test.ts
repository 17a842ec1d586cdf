import { EventEmitter, once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { approvedMail } from '#server/documents/approved.email.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MailDefinition } from '#server/platform/mail/define-mail.ts'
import { createMailWorker, sendDueMails, recoverAbandonedMails } from '#server/platform/mail/mail-worker.ts'
import { mailObstacle } from '#server/platform/mail/obstacles.ts'
import { claimMails, markAttempted, recordOutcome, wasAttempted } from '#server/platform/mail/mail-rows.ts'
import { recordMailReport } from '#server/platform/mail/reports.ts'
import { outboxTransport } from '#server/platform/mail/outbox.ts'
import type { StoredContent } from '#server/platform/mail/mail-content.ts'
import { queueMail, queueComposed, type MailDelivery } from '#server/platform/mail/queue-mail.ts'
import { MailFailure, type Transport } from '#server/platform/mail/transport.ts'
import type { Transports } from '#server/platform/mail/providers.ts'
import { useTestApp } from '../support/use-test-app.ts'

const minute = 60_000
const obstacle = mailObstacle(mailTemplates)
let outbox: string
let now = new Date('2026-11-20T08:00:00Z')
/** How often a transport was called. */
let sendCount = 0

const app = useTestApp({ clock: () => now })
beforeAll(async () => {
  outbox = join(app.dataDir, 'outbox')
})
beforeEach(async () => {
  sendCount = 0
  await rm(outbox, { recursive: true, force: true })
  await app.platform.db.deleteFrom('mail_reports').execute()
  await app.platform.db.deleteFrom('mails').execute()
})

const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const props = {
  orderId: 2000001,
  customerName: 'Siti',
  username: 's@example.com',
  landingDomain: 'a.example',
}
const sending = { orderId: null, recipient: 's@example.com' }
const enqueue = (changes: Partial<MailDelivery> = {}) =>
  inTransaction(app.platform.db, (tx) =>
    queueMail({ ...app.platform, tx, now }, approvedMail, props, { ...sending, ...changes }),
  )
/** A row as an older or a newer version may have written it. */
const queueAs = (changes: Partial<StoredContent>) =>
  inTransaction(app.platform.db, (tx) =>
    queueComposed(
      { ...app.platform, tx, now },
      { kind: 'approved', subject: 'Hello', props, ...changes },
      sending,
    ),
  )

const mailRow = (id: string) =>
  app.platform.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const fileOf = (id: string) => join(outbox, `${id}.eml`)

const countCalls = (transport: Transport): Transport => ({
  ...transport,
  send: (mail, stop) => {
    sendCount += 1
    return transport.send(mail, stop)
  },
})
/** The real outbox transport, counting its calls. */
const countingOutbox = () => countCalls(outboxTransport(outbox))
const createMailContext = (transports: Transports = countingOutbox) =>
  createMailWorker(app.platform, mailTemplates, { transports })
const sendDue = (transports?: Transports) => sendDueMails(createMailContext(transports))
const recover = (transports?: Transports) => recoverAbandonedMails(createMailContext(transports))

/** The state that a killed worker leaves, during its provider call or before it. */
const markAsSending = (id: string, call: 'called' | 'not called' = 'called') =>
  app.platform.db
    .updateTable('mails')
    .set({ state: 'sending', attempts: 1, state_at: now, attempted_at: call === 'called' ? now : null })
    .where('id', '=', id)
    .execute()

test('a mail is queued if and only if the transaction commits', async () => {
  const rolledBack = inTransaction(app.platform.db, async (tx) => {
    await queueMail({ ...app.platform, tx, now }, approvedMail, props, sending)
    throw new Error('afterwards')
  })
  await expect(rolledBack).rejects.toThrow('afterwards')
  expect(await app.platform.db.selectFrom('mails').select('id').execute()).toEqual([])
  expect(await mailRow(await enqueue())).toMatchObject({ state: 'queued', state_at: now })
})

test('a mail whose worker died before sending is sent once', async () => {
  const id = await enqueue()
  await markAsSending(id)
  advanceClock(30_000)
  await recover()
  expect((await mailRow(id)).state, 'a worker that may still be at it').toBe('sending')
  advanceClock(31_000)
  await recover()
  const found = await mailRow(id)
  expect(found).toMatchObject({ state: 'queued', error: 'The worker stopped before the mail left.' })
  advanceClock(minute)
  await Promise.all([sendDue(), sendDue(), sendDue()])
  expect(await mailRow(id)).toMatchObject({ state: 'kept', attempts: 2, error: null })
  expect(sendCount).toBe(1)
})

test('a mail whose worker died before the provider call is sent, even if the provider cannot be asked', async () => {
  const id = await enqueue()
  await markAsSending(id, 'not called')
  // The provider call of another mail does not count.
  await enqueue()
  await sendDue()
  advanceClock(61_000)
  await recover(() => unclearTransport)
  expect(await mailRow(id)).toMatchObject({
    state: 'queued',
    error: 'The worker stopped before the mail left.',
  })
  advanceClock(minute)
  await sendDue()
  expect(await mailRow(id)).toMatchObject({ state: 'kept', attempts: 2 })
})

/** A worker that has claimed what is due and stalls before its provider call, until `resume`. */
function startStallingWorker() {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const slowMail: MailDefinition = {
    ...approvedMail,
    render: (given, config) => ({
      ...approvedMail.render(given, config),
      attachments: [
        { fileName: 'a', contentType: 'text/plain', bytes: () => opened.then(() => Buffer.alloc(1)) },
      ],
    }),
  }
  const done = sendDueMails(createMailWorker(app.platform, [slowMail], { transports: countingOutbox }))
  return { done, resume: () => gate.emit('open') }
}

/** A transport that answers on `respond`. */
function slowTransport(response: () => Promise<string>) {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const transport = countCalls({
    ...unclearTransport,
    async send() {
      await opened
      return response()
    },
  })
  return { transport, respond: () => gate.emit('open') }
}

test('a mail of a worker that stalls before its call is sent by another', async () => {
  const id = await enqueue()
  const stalling = startStallingWorker()
  await expect.poll(async () => (await mailRow(id)).state).toBe('sending')
  advanceClock(61_000)
  await recover(() => unclearTransport)
  advanceClock(minute)
  await sendDue()
  stalling.resume()
  await stalling.done
  expect(await mailRow(id)).toMatchObject({ state: 'kept', attempts: 2 })
  expect(sendCount).toBe(1)
})

test('a stalled worker sends nothing once its mail is queued again', async () => {
  const id = await enqueue()
  const stalling = startStallingWorker()
  await expect.poll(async () => (await mailRow(id)).state).toBe('sending')
  advanceClock(61_000)
  await recover(() => unclearTransport)
  stalling.resume()
  await stalling.done
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1 })
  expect(sendCount).toBe(0)
})

test('a stalled worker sends nothing while another sends its mail', async () => {
  const id = await enqueue()
  const stalling = startStallingWorker()
  await expect.poll(async () => (await mailRow(id)).state).toBe('sending')
  advanceClock(61_000)
  await recover(() => unclearTransport)
  advanceClock(minute)
  const slow = slowTransport(async () => 'provider-3')
  const sending = sendDue(() => slow.transport)
  await expect.poll(() => sendCount).toBe(1)
  stalling.resume()
  await stalling.done
  expect(sendCount).toBe(1)
  slow.respond()
  await sending
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2, provider_message_id: 'provider-3' })
})

test('a late failure of a worker that timed out changes nothing while another sends the mail', async () => {
  const id = await enqueue()
  const late = slowTransport(() => Promise.reject(new MailFailure('moment', 'too late')))
  const first = sendDue(() => late.transport)
  await expect.poll(() => sendCount).toBe(1)
  advanceClock(61_000)
  await recover()
  advanceClock(minute)
  const slow = slowTransport(async () => 'provider-4')
  const second = sendDue(() => slow.transport)
  await expect.poll(() => sendCount).toBe(2)
  late.respond()
  await first
  expect(await mailRow(id)).toMatchObject({ state: 'sending', attempts: 2 })
  slow.respond()
  await second
  expect(await mailRow(id)).toMatchObject({ state: 'sent', provider_message_id: 'provider-4' })
})

test('an attempt counts as made where the clock was set back after the claim', async () => {
  const id = await enqueue()
  const { db } = app.platform
  const [claimed] = await inTransaction(db, (tx) =>
    claimMails(tx, [{ provider: 'AWS', slots: 1 }], now, obstacle),
  )
  advanceClock(-1000)
  expect(await inTransaction(db, (tx) => markAttempted(tx, { id, attempts: 1 }, now, obstacle))).toBe(true)
  expect(claimed && wasAttempted(claimed)).toBe(false)
  expect(wasAttempted(await mailRow(id))).toBe(true)
})

test("the first of a provider's ids for an attempt is kept", async () => {
  const id = await enqueue()
  const { db } = app.platform
  await inTransaction(db, (tx) => claimMails(tx, [{ provider: 'AWS', slots: 1 }], now, obstacle))
  for (const provider_message_id of ['first', 'second'])
    await inTransaction(db, (tx) =>
      recordOutcome(
        tx,
        { id, attempts: 1 },
        { state: 'sent', sent_at: now, provider_message_id, error: null },
        { now, obstacle },
      ),
    )
  expect((await mailRow(id)).provider_message_id).toBe('first')
})

test.each([
  ['is tried again after a late failure of its worker', false, 'queued'],
  ['is not tried again once a member has settled it', true, 'unknown'],
] as const)('a mail shown as unknown %s', async (_title, isSettled, state) => {
  const id = await enqueue()
  const late = slowTransport(() => Promise.reject(new MailFailure('moment', 'too late')))
  const first = sendDue(() => late.transport)
  await expect.poll(() => sendCount).toBe(1)
  advanceClock(61_000)
  await recover(() => unclearTransport)
  if (isSettled) await app.platform.db.updateTable('mails').set({ settled_at: now }).execute()
  late.respond()
  await first
  expect((await mailRow(id)).state).toBe(state)
})

test('a mail whose worker died after sending is not sent again', async () => {
  const id = await enqueue()
  await markAsSending(id)
  await mkdir(outbox, { recursive: true })
  await writeFile(fileOf(id), 'as it was sent')
  advanceClock(61_000)
  await recover()
  expect(await mailRow(id)).toMatchObject({
    state: 'kept',
    sent_at: null,
    provider_message_id: null,
  })
  await sendDue()
  expect(sendCount).toBe(0)
  expect(await readFile(fileOf(id), 'utf8')).toBe('as it was sent')
})

test('a worker that returns after its mail was taken over changes nothing', async () => {
  const id = await enqueue()
  const gate = new EventEmitter()
  const [called, opened] = [once(gate, 'called'), once(gate, 'open')]
  const stalled: Transport = {
    ...outboxTransport(outbox),
    async send() {
      gate.emit('called')
      await opened
      throw new Error('too late')
    },
  }
  const first = sendDue(() => stalled)
  await called
  advanceClock(61_000)
  await recover()
  advanceClock(minute)
  await sendDue()
  gate.emit('open')
  await first
  expect(await mailRow(id)).toMatchObject({ state: 'kept', attempts: 2, error: null })
})

const unclearTransport: Transport = {
  send: () => Promise.reject(new MailFailure('unclear', 'the line broke')),
  open: async () => {},
  wasSent: async () => 'unclear',
}

test.each([
  ['a transport', 'the line broke', () => sendDue(() => unclearTransport)],
  [
    'a dead worker',
    'The worker stopped while it sent the mail, and the provider does not say whether it left.',
    async (id: string) => {
      await markAsSending(id)
      advanceClock(61_000)
      await recover(() => unclearTransport)
    },
  ],
])(
  'a mail with an unclear outcome (%s) becomes unknown and is not sent again (product §7)',
  async (_, error, leave) => {
    const id = await enqueue()
    await leave(id)
    expect(await mailRow(id)).toMatchObject({ state: 'unknown', error })
    advanceClock(60 * minute)
    await recover(() => ({ ...unclearTransport, wasSent: async () => 'yes' }))
    await sendDue()
    expect(await mailRow(id)).toMatchObject({ state: 'unknown' })
    expect(sendCount).toBe(0)
  },
)

test('a mail that cannot be sent is retried with increasing delays, and then fails', async () => {
  // A file instead of the outbox folder makes every send fail.
  await writeFile(outbox, '')
  const id = await enqueue()
  const pauses: number[] = []
  await sendDue()
  while ((await mailRow(id)).state === 'queued') {
    const { not_before } = await mailRow(id)
    pauses.push((not_before.getTime() - now.getTime()) / 1000)
    await sendDue()
    expect(sendCount, 'nothing before its time').toBe(pauses.length)
    now = not_before
    await sendDue()
  }
  const least = [10, 60, 300, 1800, 7200]
  expect(pauses).toHaveLength(least.length)
  for (const [place, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(least[place] ?? 0)
    expect(pause).toBeLessThan((least[place] ?? 0) * 1.25)
  }
  const failed = await mailRow(id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 6, state_at: now })
  expect(failed.error).toContain('EEXIST')
})

const failingTransport = (error: Error): Transport => ({
  ...unclearTransport,
  async send() {
    throw error
  },
})

test('mails that fail together are retried at different times', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => enqueue()))
  await sendDue(() => failingTransport(new MailFailure('moment', 'busy')))
  const times = await Promise.all(ids.map(async (id) => (await mailRow(id)).not_before.getTime()))
  expect(new Set(times).size).toBeGreaterThan(1)
})

test("the provider's Retry-After is honoured", async () => {
  const id = await enqueue()
  await sendDue(() => failingTransport(new MailFailure('moment', '429 slow down', 20 * minute)))
  const { not_before, state, error } = await mailRow(id)
  expect([state, error]).toEqual(['queued', '429 slow down'])
  expect(not_before.getTime() - now.getTime()).toBeGreaterThanOrEqual(20 * minute)
})

test("a permanently refused mail bounces at once with the provider's message", async () => {
  const id = await enqueue()
  await sendDue(() => failingTransport(new MailFailure('address', '550 no such user')))
  expect(await mailRow(id)).toMatchObject({ state: 'bounced', error: '550 no such user', attempts: 1 })
  advanceClock(60 * minute)
  await sendDue()
  expect(sendCount).toBe(0)
})

test("a response after the worker's timeout still settles the mail's state", async () => {
  const id = await enqueue()
  const gate = new EventEmitter()
  const called = once(gate, 'call')
  const opened = once(gate, 'open')
  const slow: Transport = {
    ...unclearTransport,
    async send() {
      gate.emit('call')
      await opened
      return 'provider-1'
    },
  }
  const sending = sendDue(() => slow)
  await called
  advanceClock(61_000)
  await recover(() => slow)
  expect((await mailRow(id)).state).toBe('unknown')
  gate.emit('open')
  await sending
  expect(await mailRow(id)).toMatchObject({ state: 'sent', provider_message_id: 'provider-1', error: null })
})

test("a report that precedes the provider's response keeps its state, and the provider's id is stored", async () => {
  const id = await enqueue()
  const reported: Transport = {
    ...unclearTransport,
    async send(mail) {
      const report = { mailId: mail.id, provider: 'AWS', eventId: mail.id, detail: null, at: now }
      await inTransaction(app.platform.db, (tx) =>
        recordMailReport(tx, { ...report, kind: 'delivered' }, now),
      )
      return 'provider-2'
    },
  }
  await sendDue(() => reported)
  expect(await mailRow(id)).toMatchObject({ state: 'delivered', provider_message_id: 'provider-2' })
})

test('a mail is sent once its transport works again', async () => {
  await writeFile(outbox, '')
  const id = await enqueue()
  await sendDue()
  await rm(outbox)
  advanceClock(minute)
  await sendDue()
  expect(await mailRow(id)).toMatchObject({ state: 'kept', attempts: 2, error: null })
})

test('a mail of an unknown kind fails with an error', async () => {
  const id = await queueAs({ kind: 'birthday' })
  await sendDue()
  expect((await mailRow(id)).error).toBe('there is no template for a mail of kind birthday')
})

test('a mail with missing content fails at once, and its error names what is missing', async () => {
  const id = await queueAs({
    props: { orderId: '2000001', customerName: 'Siti', landingDomain: 'a.example' },
  })
  await sendDue()
  const failed = await mailRow(id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
  expect(failed.error).toMatch(
    /^What was kept for this mail does not fit a mail of kind approved \(orderId: .+; username: .+\)\.$/,
  )
  advanceClock(minute)
  await sendDue()
  expect(sendCount).toBe(0)
})

test('a mail that its definition cannot render is not queued', async () => {
  const unfit: MailDefinition = approvedMail
  const queued = inTransaction(app.platform.db, (tx) =>
    queueMail({ ...app.platform, tx, now }, unfit, { orderId: 1 }, sending),
  )
  await expect(queued).rejects.toThrow('does not fit a mail of kind approved')
})

test('a mail is not sent before it is due', async () => {
  const id = await enqueue({ notBefore: new Date(now.getTime() + 10_000) })
  await sendDue()
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 0 })
  advanceClock(10_000)
  await sendDue()
  expect(await mailRow(id)).toMatchObject({ state: 'kept', attempts: 1 })
})

test('a mail cancelled while queued is not sent', async () => {
  const id = await enqueue()
  await app.platform.db.updateTable('mails').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await sendDue()
  advanceClock(5 * minute)
  await recover()
  expect(sendCount).toBe(0)
  expect((await mailRow(id)).state).toBe('cancelled')
})

test('concurrent workers claim different mails, none more than its capacity', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => enqueue()))
  const taken = await Promise.all(Array.from({ length: 8 }, () => sendDueMails(createMailContext(), 3)))
  expect(Math.max(...taken)).toBe(3)
  while (await sendDue());
  expect(sendCount).toBe(ids.length)
  const rows = await Promise.all(ids.map(mailRow))
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(ids.map(() => ['kept', 1]))
})

test('the oldest due mails are sent first', async () => {
  const late = await enqueue()
  const early = await enqueue({ notBefore: new Date(now.getTime() - minute) })
  await sendDueMails(createMailContext(), 1)
  expect([(await mailRow(early)).state, (await mailRow(late)).state]).toEqual(['kept', 'queued'])
})

test('a mail whose outcome cannot be determined does not block others', async () => {
  const [bad, good] = [await enqueue({ provider: 'Sendgrid' }), await enqueue()]
  await markAsSending(bad)
  advanceClock(1)
  await markAsSending(good)
  advanceClock(61_000)
  const broken: Transport = { ...unclearTransport, wasSent: () => Promise.reject(new Error('no answer')) }
  await recover((provider) => (provider === 'Sendgrid' ? broken : countingOutbox()))
  expect((await mailRow(bad)).state).toBe('sending')
  expect((await mailRow(good)).state).toBe('queued')
})
