import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MailReportKind, MailState } from '#server/platform/db/tables.ts'
import { recordMailReport, type MailReport } from '#server/platform/mail/reports.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = new Date('2026-11-21T08:00:00Z')
const reportedAt = new Date('2026-11-21T07:59:00Z')

const app = useTestApp()

async function createMail(state: MailState, provider_message_id: string | null = null): Promise<string> {
  const { id } = await app.platform.db
    .insertInto('mails')
    .values({
      order_id: null,
      ...sealContent(app.platform.seal, randomUUID(), { kind: 'approved', subject: 'Hello', props: {} }),
      recipient: 's@example.com',
      provider: 'AWS',
      state,
      document_id: null,
      event_id: null,
      created_at: now,
      not_before: now,
      attempted_at: null,
      sent_at: null,
      provider_message_id,
      error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const mailRow = (id: string) =>
  app.platform.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const recordReport = (report: Partial<MailReport>) =>
  inTransaction(app.platform.db, (tx) =>
    recordMailReport(
      tx,
      { provider: 'AWS', eventId: randomUUID(), kind: 'delivered', at: reportedAt, detail: null, ...report },
      now,
    ),
  )

test.each<[MailState, MailReportKind, MailState]>([
  ['sending', 'accepted', 'sent'],
  ['unknown', 'accepted', 'sent'],
  ['unknown', 'deferred', 'sent'],
  ['queued', 'accepted', 'sent'],
  ['sent', 'deferred', 'sent'],
  ['sent', 'delivered', 'delivered'],
  ['sending', 'delivered', 'delivered'],
  ['unknown', 'delivered', 'delivered'],
  ['failed', 'delivered', 'delivered'],
  ['sent', 'bounced', 'bounced'],
  ['unknown', 'bounced', 'bounced'],
  ['delivered', 'bounced', 'bounced'],
  ['delivered', 'refused', 'bounced'],
  ['delivered', 'accepted', 'delivered'],
  ['delivered', 'deferred', 'delivered'],
  ['bounced', 'delivered', 'bounced'],
  ['bounced', 'accepted', 'bounced'],
  ['bounced', 'complained', 'bounced'],
  ['sent', 'complained', 'delivered'],
])('a mail in state %s that is reported %s becomes %s', async (state, kind, becomes) => {
  const mailId = await createMail(state)
  expect(await recordReport({ mailId, kind, detail: '550 no such user' })).toEqual({
    mailId,
    orderId: null,
    isNew: true,
    isFirst: true,
    isApplied: becomes !== state,
    state: becomes,
  })
  const row = await mailRow(mailId)
  expect(row.state).toBe(becomes)
  if (becomes !== state) {
    expect([row.state_at, row.sent_at]).toEqual([reportedAt, reportedAt])
    expect(row.error).toBe(becomes === 'bounced' ? '550 no such user' : null)
  }
  expect(row.complained_at).toEqual(kind === 'complained' ? reportedAt : null)
})

test('the same event is recorded once, also when delivered concurrently', async () => {
  const mailId = await createMail('sent')
  const eventId = randomUUID()
  const noted = await Promise.all(Array.from({ length: 8 }, () => recordReport({ mailId, eventId })))
  expect(noted.filter((one) => one?.isNew)).toHaveLength(1)
  const reports = app.platform.db.selectFrom('mail_reports').selectAll().where('mail_id', '=', mailId)
  expect(await reports.execute()).toMatchObject([{ kind: 'delivered', at: reportedAt, received_at: now }])
})

test('a late event of a bounced mail is recorded and does not change its state', async () => {
  const mailId = await createMail('sent')
  await Promise.all([recordReport({ mailId, kind: 'bounced' }), recordReport({ mailId, kind: 'delivered' })])
  expect((await mailRow(mailId)).state).toBe('bounced')
})

test('a report changes its own mail only, and the first complaint counts', async () => {
  const [mailId, other] = [await createMail('sent'), await createMail('sent')]
  await recordReport({ mailId, kind: 'complained' })
  await recordReport({ mailId, kind: 'complained', at: now })
  expect(await mailRow(mailId)).toMatchObject({ state: 'delivered', complained_at: reportedAt })
  expect(await mailRow(other)).toMatchObject({ state: 'sent', complained_at: null })
})

test("a mail is matched by its provider's id, and by that provider's only", async () => {
  const mailId = await createMail('sent', 'ses-0001')
  expect(await recordReport({ providerMessageId: 'ses-0001', provider: 'Sendgrid' })).toBeUndefined()
  expect(await recordReport({ providerMessageId: 'ses-0001' })).toMatchObject({ mailId })
  expect((await mailRow(mailId)).state).toBe('delivered')
})

test('a report that names recipients counts for a mail to one of them', async () => {
  const mailId = await createMail('sent')
  const bounced = { mailId, kind: 'bounced' } as const
  expect(await recordReport({ ...bounced, recipients: ['other@example.com'] })).toBeUndefined()
  expect(await recordReport({ ...bounced, recipients: ['s@example.com'] })).toMatchObject({ isApplied: true })
})

test.each([
  ['another id', { mailId: randomUUID() }],
  ['no id of ours', { mailId: "x' or true --" }],
  ["an unknown provider's id", { providerMessageId: 'ses-9999' }],
  ['no id', {}],
])('a report with %s matches no mail', async (_, ids) => {
  expect(await recordReport(ids)).toBeUndefined()
})
