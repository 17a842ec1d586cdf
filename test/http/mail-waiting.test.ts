import { EventEmitter, once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import {
  listMailProblems,
  resendBatch,
  resendMailsOfCause,
  settleMailProblem,
  type MailProblemCause,
} from '#contract/mail-problems.ts'
import type { Refusal, Reply } from '#contract/endpoint.ts'
import type { MailProvider } from '#contract/messages.ts'
import { resendMail } from '#contract/documents.ts'
import { approvedMail } from '#server/documents/approved.email.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import {
  createMailWorker,
  recoverAbandonedMails,
  sendDueMails,
  startMailLoop,
} from '#server/platform/mail/mail-worker.ts'
import type { Transports } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { usualRetryPolicy } from '#server/platform/mail/retry-policy.ts'
import { MailFailure, type FailureKind, type Transport } from '#server/platform/mail/transport.ts'
import type { CallResponse } from '../support/call.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const minute = 60_000
const hour = 60 * minute
const quota = '550 5.4.5 Daily user sending limit exceeded'

const start = new Date('2026-11-20T08:00:00Z')
let now = start
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const app = useTestApp({
  clock: () => now,
  env: {
    SESSION_IDLE_MINUTES: '720',
    SMTP_URL: 'smtp://127.0.0.1:9',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  },
})
const team = app.as('Team')
beforeEach(async () => {
  await app.platform.db.deleteFrom('mails').execute()
  now = start
})

const transportOf = (send: Transport['send']): Transport => ({
  send,
  open: async () => {},
  wasSent: async () => 'unclear',
})
const failing = (kind: FailureKind, words = quota) =>
  transportOf(() => Promise.reject(new MailFailure(kind, words)))
const workerBy = (transports: Transports, more: Partial<Parameters<typeof createMailWorker>[2]> = {}) =>
  createMailWorker(app.platform, mailTemplates, { transports, ...more })

const enqueue = (orderId: number | null, provider: MailProvider = 'SMTP') =>
  inTransaction(app.platform.db, (tx) =>
    queueMail({ ...app.platform, tx, now }, approvedMail, approvedMail.sample, {
      orderId,
      recipient: `s${orderId ?? 0}@example.com`,
      provider,
    }),
  )
const mailRow = (id: string) =>
  app.platform.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const problems = async () => (await team.call(listMailProblems)).body

/** Tries a mail at each of its times until it is queued no more; resolves to the ms that this took. */
async function tryToTheEnd(id: string, transport: Transport): Promise<number> {
  const begun = now.getTime()
  while ((await mailRow(id)).state === 'queued') {
    now = new Date(Math.max(now.getTime(), (await mailRow(id)).not_before.getTime()))
    await sendDueMails(workerBy(() => transport))
  }
  return now.getTime() - begun
}

test('a mail whose sender is refused waits, is shown with the words of its provider, and is tried on for 48 hours', async () => {
  const orderId = await createTestOrder(app, { arrival_doa: '2027-02-01' })
  const id = await enqueue(orderId)
  await sendDueMails(workerBy(() => failing('sender')))
  expect(await mailRow(id)).toMatchObject({ state: 'queued', waiting_since: now, error: quota })
  const shown = await problems()
  expect(shown.data).toMatchObject([{ mail_id: id, order_id: orderId, state: 'waiting', error: quota }])
  expect(shown.causes).toEqual([{ provider: 'SMTP', state: 'waiting', cause: quota, count: 1 }])
  const settled = await team.call(settleMailProblem, { body: { orderId, mailId: id } })
  expect([settled.http, settled.body.message]).toEqual([409, 'This mail is still tried.'])
  expect(await tryToTheEnd(id, failing('sender'))).toBe(48 * hour)
  expect(await mailRow(id)).toMatchObject({ state: 'failed', waiting_since: null, error: quota })
})

test('a mail that waited leaves as soon as its sender is taken', async () => {
  const id = await enqueue(await createTestOrder(app, { arrival_doa: '2027-02-01' }))
  await sendDueMails(workerBy(() => failing('sender')))
  advanceClock(30 * hour)
  await sendDueMails(workerBy(() => transportOf(async () => 'provider-1')))
  expect(await mailRow(id)).toMatchObject({ state: 'sent', waiting_since: null, error: null })
})

test("it is tried no longer than the travel day's beginning in Jakarta, and on that day like every other mail", async () => {
  now = new Date('2026-12-01T07:00:00Z')
  const tomorrow = await enqueue(await createTestOrder(app, { arrival_doa: '2026-12-02' }))
  expect(await tryToTheEnd(tomorrow, failing('sender'))).toBe(10 * hour)
  expect(await mailRow(tomorrow)).toMatchObject({
    state: 'failed',
    state_at: new Date('2026-12-01T17:00:00Z'),
  })
  now = new Date('2026-12-02T07:00:00Z')
  const today = await enqueue(await createTestOrder(app, { arrival_doa: '2026-12-02' }))
  const took = await tryToTheEnd(today, failing('sender'))
  expect(await mailRow(today)).toMatchObject({
    state: 'failed',
    attempts: usualRetryPolicy.delaysMs.length + 1,
  })
  expect(took).toBeLessThan(4 * hour)
})

test('a provider that is away over night loses no mail, and is shown once the usual tries have ended', async () => {
  const id = await enqueue(await createTestOrder(app, { arrival_doa: '2027-02-01' }))
  const away = failing('away', 'connect ECONNREFUSED')
  await sendDueMails(workerBy(() => away))
  expect((await problems()).count).toBe(0)
  for (const _ of usualRetryPolicy.delaysMs) {
    now = (await mailRow(id)).not_before
    await sendDueMails(workerBy(() => away))
  }
  expect(await mailRow(id)).toMatchObject({ state: 'queued', waiting_since: now })
  expect((await problems()).causes).toMatchObject([{ state: 'waiting', cause: 'connect ECONNREFUSED' }])
  advanceClock(12 * hour)
  await sendDueMails(workerBy(() => transportOf(async () => 'provider-2')))
  expect((await mailRow(id)).state).toBe('sent')
})

/** Resolves or rejects each send on demand. */
function gatedTransport() {
  const gate = new EventEmitter()
  const counts = { begun: 0 }
  const transport = transportOf(async () => {
    counts.begun += 1
    await once(gate, 'open')
    return 'provider-3'
  })
  return { transport, counts, open: () => gate.emit('open') }
}

test('the claim of a mail is renewed while its provider takes its time', async () => {
  const id = await enqueue(null)
  const slow = gatedTransport()
  const worker = workerBy(() => slow.transport, { retryPolicy: { ...usualRetryPolicy, renewEveryMs: 20 } })
  const sending = sendDueMails(worker)
  await expect.poll(() => slow.counts.begun).toBe(1)
  advanceClock(10 * minute)
  await expect.poll(async () => (await mailRow(id)).attempted_at).toEqual(now)
  await recoverAbandonedMails(worker)
  expect((await mailRow(id)).state).toBe('sending')
  slow.open()
  await sending
  expect((await mailRow(id)).state).toBe('sent')
})

test('a slow server holds two slots, and the mails of another provider leave', async () => {
  for (let i = 0; i < 10; i++) await enqueue(null, 'SMTP')
  const quick = [await enqueue(null, 'AWS'), await enqueue(null, 'AWS'), await enqueue(null, 'AWS')]
  const slow = gatedTransport()
  const loop = startMailLoop(
    workerBy((provider) => (provider === 'SMTP' ? slow.transport : transportOf(async () => 'provider-4'))),
  )
  await expect
    .poll(async () => (await Promise.all(quick.map(mailRow))).map(({ state }) => state))
    .toEqual(['sent', 'sent', 'sent'])
  expect(slow.counts.begun).toBe(2)
  const stopped = loop.stop()
  slow.open()
  await stopped
})

test('a stop queues what has not left, to be tried at once, whatever tries it had', async () => {
  const id = await enqueue(null)
  await app.platform.db.updateTable('mails').set({ attempts: 20 }).execute()
  let hasBegun = false
  const stopped = transportOf(async (_, stop) => {
    hasBegun = true
    if (stop) await once(stop, 'abort')
    throw new MailFailure('stopped', 'The server was stopped before the mail left.')
  })
  const loop = startMailLoop(workerBy(() => stopped))
  await expect.poll(() => hasBegun).toBe(true)
  await loop.stop()
  expect(await mailRow(id)).toMatchObject({ state: 'queued', not_before: now, waiting_since: null })
})

const words = (n: number) =>
  `Data command failed: 550 5.7.60 SendAsDenied [PR2P264CA0042.FRAP264.PROD.OUTLOOK.COM 2026-11-2${n}T08:00:00.123Z]`

/** Failed mails of one cause, whose words differ in the server's ids; each of an order of its own. */
async function failMails(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const id = await enqueue(await createTestOrder(app))
    await app.platform.db
      .updateTable('mails')
      .set({ state: 'failed', error: words(n % 9) })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  advanceClock(minute)
  return ids
}

const onlyCause = async (): Promise<MailProblemCause> => {
  const { causes } = await problems()
  expect(causes).toHaveLength(1)
  const [cause] = causes
  if (!cause) throw new Error('there is no cause')
  return cause
}

async function resendAll({ provider, state, cause }: MailProblemCause, by?: MailProvider) {
  let [resent, skipped, calls, after]: [number, string[], number, string | undefined] = [0, [], 0, undefined]
  do {
    const { http, body }: CallResponse<Reply<typeof resendMailsOfCause> & Refusal> = await team.call(
      resendMailsOfCause,
      {
        body: { provider, state, cause, mailServiceProvider: by, after },
      },
    )
    expect(http, body.message).toBe(200)
    calls += 1
    resent += body.data.resent
    skipped = [...skipped, ...body.data.skipped.map(({ reason }) => reason)]
    after = body.data.next ?? undefined
  } while (after !== undefined)
  return { resent, skipped, calls }
}

const resends = () =>
  app.platform.db
    .selectFrom('mails')
    .select(['resend_of', 'provider', 'state'])
    .where('is_resend', '=', true)
    .execute()

test('all mails of one cause are sent again by another provider, each once, and no other mail', async () => {
  const ids = await failMails(resendBatch + 5)
  const other = await enqueue(await createTestOrder(app))
  await app.platform.db
    .updateTable('mails')
    .set({ state: 'failed', error: 'other' })
    .where('id', '=', other)
    .execute()
  const { causes } = await problems()
  expect(causes).toMatchObject([{ count: ids.length }, { cause: 'other', count: 1 }])
  const [cause] = causes
  if (!cause) throw new Error('there is no cause')
  expect(await resendAll(cause, 'AWS')).toEqual({ resent: ids.length, skipped: [], calls: 2 })
  const rows = await resends()
  expect(rows.map(({ resend_of }) => resend_of).toSorted()).toEqual(ids.toSorted())
  expect(new Set(rows.map(({ provider, state }) => `${provider} ${state}`))).toEqual(new Set(['AWS queued']))
  expect((await problems()).data.map(({ mail_id }) => mail_id)).toEqual([other])
})

test('of members who send the same mails again, each mail has one winner', async () => {
  const ids = await failMails(6)
  const cause = await onlyCause()
  const [orderId, mailId] = [(await mailRow(ids[0] ?? '')).order_id ?? 0, ids[0] ?? '']
  const [one, two, single] = await Promise.all([
    resendAll(cause, 'AWS'),
    resendAll(cause, 'AWS'),
    team.call(resendMail, { body: { orderId, email: `s${orderId}@example.com`, mailId } }),
  ])
  const rows = await resends()
  expect(rows.map(({ resend_of }) => resend_of).toSorted()).toEqual(ids.toSorted())
  expect(one.resent + two.resent + (single.http === 200 ? 1 : 0)).toBe(ids.length)
  for (const reason of [...one.skipped, ...two.skipped])
    expect(reason).toMatch(/^It was sent again or settled meanwhile\.$|^This mail has just been resent\.$/)
})

test('a waiting mail that is sent again leaves once; one that leaves meanwhile is skipped', async () => {
  const [waiting, leaving] = [
    await enqueue(await createTestOrder(app)),
    await enqueue(await createTestOrder(app)),
  ]
  await sendDueMails(workerBy(() => failing('sender')))
  await app.platform.db.updateTable('mails').set({ state: 'sending' }).where('id', '=', leaving).execute()
  expect(await resendAll(await onlyCause(), 'AWS')).toMatchObject({
    resent: 1,
    skipped: ['This mail is still on its way.'],
  })
  expect(await mailRow(waiting)).toMatchObject({ state: 'cancelled', error: 'It was sent again by AWS.' })
  expect(await resends()).toMatchObject([{ resend_of: waiting, provider: 'AWS' }])
})

test('a provider that is not configured is refused', async () => {
  await failMails(1)
  const { provider, state, cause } = await onlyCause()
  const body = { provider, state, cause, mailServiceProvider: 'Sendgrid' as const }
  const refused = await team.call(resendMailsOfCause, { body })
  expect([refused.http, refused.body.message]).toEqual([
    400,
    'Sendgrid is not configured. Please choose AWS or SMTP.',
  ])
})
