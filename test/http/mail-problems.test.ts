import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { resendMail } from '#contract/documents.ts'
import { listMailProblems, settleMailProblem } from '#contract/mail-problems.ts'
import { getOrder } from '#contract/order-details.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { MailState } from '#server/platform/db/tables.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const dayMs = 24 * 3_600_000

let now = start
const tokens = { Team: '', Manager: '', Admin: '' }

const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  for (const role of ['Team', 'Manager', 'Admin'] as const) tokens[role] = await app.signInAs(role)
})
beforeEach(async () => {
  now = start
  await app.owner
    .updateTable('mails')
    .set({ settled_at: new Date(now) })
    .execute()
})

async function insertMail(
  orderId: number,
  state: MailState,
  { kind = 'invoice', ageDays = 0, error = null as string | null } = {},
): Promise<string> {
  now += 1000
  const at = new Date(now - ageDays * dayMs)
  const { id } = await app.owner
    .insertInto('mails')
    .values({
      order_id: orderId,
      ...sealContent(app.platform.seal, randomUUID(), { kind, subject: 'Invoice', props: {} }),
      recipient: 'wrong@example.com',
      provider: 'AWS',
      state,
      created_at: at,
      not_before: at,
      state_at: at,
      error,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const list = async (role: keyof typeof tokens & Role = 'Team') =>
  (await app.as(role).call(listMailProblems)).body
const problemIds = async (role?: keyof typeof tokens & Role) =>
  (await list(role)).data.map(({ mail_id: id }) => id)
const settle = (orderId: number, mailId: string, settled?: boolean) =>
  app.as('Team').call(settleMailProblem, { body: { orderId, mailId, settled } })

test('undelivered and possibly undelivered mails are listed newest first with their reason (product §12)', async () => {
  const orderId = await createTestOrder(app, { arrival_full_name: 'Bounced Person' })
  const bounced = await insertMail(orderId, 'bounced', { error: '550 No such user' })
  const other = await createTestOrder(app)
  const unknown = await insertMail(other, 'unknown')
  const failed = await insertMail(await createTestOrder(app), 'failed')
  for (const state of ['sent', 'delivered', 'queued', 'cancelled'] as const)
    await insertMail(await createTestOrder(app), state)
  await insertMail(await createTestOrder(app), 'bounced', { kind: 'link' })
  await insertMail(await createTestOrder(app), 'bounced', { ageDays: 31 })
  const { data, count } = await list()
  expect(data.map(({ mail_id: id }) => id)).toEqual([failed, unknown, bounced])
  expect(count).toBe(3)
  expect(data[2]).toMatchObject({
    order_id: orderId,
    name: 'Bounced Person',
    to: 'wrong@example.com',
    state: 'bounced',
    error: '550 No such user',
    provider: 'AWS',
    process_status: 'New',
  })
})

test('a newer mail of the same kind removes a problem; a mail of another kind or a cancelled mail does not', async () => {
  const orderId = await createTestOrder(app)
  const bounced = await insertMail(orderId, 'bounced')
  await insertMail(orderId, 'delivered', { kind: 'refund' })
  await insertMail(orderId, 'cancelled')
  expect(await problemIds()).toEqual([bounced])
  const again = await insertMail(orderId, 'bounced')
  expect(await problemIds()).toEqual([again])
  await insertMail(orderId, 'queued')
  expect(await problemIds()).toEqual([])
})

test('a corrected and resent mail leaves the list, and the order has the new address', async () => {
  const orderId = await createTestOrder(app)
  const mailId = await insertMail(orderId, 'bounced')
  now += 1000
  const { http, body } = await app
    .as('Team')
    .call(resendMail, { body: { orderId, email: 'right@example.com', mailId, correctEmail: true } })
  expect(http, body.message).toBe(200)
  expect(await problemIds()).toEqual([])
  const order = await app.as('Team').call(getOrder, { params: { orderId } })
  expect(order.body.orderDetails.email).toBe('right@example.com')
})

test('a problem is settled once and reopened once, with events of the order', async () => {
  const orderId = await createTestOrder(app)
  const mailId = await insertMail(orderId, 'unknown')
  expect((await settle(orderId, mailId)).body.message).toBe('The mail needs nothing more.')
  expect((await settle(orderId, mailId)).http).toBe(200)
  expect(await problemIds()).toEqual([])
  expect((await settle(orderId, mailId, false)).body.message).toBe('The mail is a problem again.')
  expect(await problemIds()).toEqual([mailId])
  const { body } = await app.as('Team').call(getOrder, { params: { orderId } })
  expect(body.orderDetails.events.map(({ action }) => action)).toEqual([
    'mail problem opened again',
    'mail problem settled',
    'created',
  ])
  const twenty = await Promise.all(Array.from({ length: 20 }, () => settle(orderId, mailId)))
  expect(twenty.map(({ http }) => http)).toEqual(Array.from({ length: 20 }, () => 200))
  const after = await app.as('Team').call(getOrder, { params: { orderId } })
  expect(after.body.orderDetails.events).toHaveLength(4)
})

test('a mail of another order answers 404, and a mail delivered since is no problem', async () => {
  const orderId = await createTestOrder(app)
  const mailId = await insertMail(orderId, 'delivered')
  const refused = await settle(await createTestOrder(app), mailId)
  expect(refused.http).toBe(404)
  const delivered = await settle(orderId, mailId)
  expect([delivered.http, delivered.body.message]).toEqual([409, 'This mail is no problem any more.'])
})

test('settling a mail that a newer one of its kind replaced is refused', async () => {
  const orderId = await createTestOrder(app)
  const mailId = await insertMail(orderId, 'bounced')
  await insertMail(orderId, 'cancelled')
  await insertMail(orderId, 'sent', { kind: 'approved' })
  expect((await settle(orderId, mailId)).http).toBe(200)
  expect((await settle(orderId, mailId, false)).http).toBe(200)
  await insertMail(orderId, 'queued')
  const refused = await Promise.all([settle(orderId, mailId), settle(orderId, mailId, false)])
  expect(refused.map(({ http, body }) => [http, body.message])).toEqual(
    [409, 409].map((http) => [http, 'This mail is no problem any more.']),
  )
  const { body } = await app.as('Team').call(getOrder, { params: { orderId } })
  expect(body.orderDetails.events).toHaveLength(3)
})

test('a mail problem of a restricted order is shown to Admins only', async () => {
  const orderId = await createTestOrder(app)
  const mailId = await insertMail(orderId, 'bounced')
  await app.owner
    .updateTable('orders')
    .set({ restricted_at: new Date(now) })
    .where('order_id', '=', orderId)
    .execute()
  expect(await problemIds('Manager')).toEqual([])
  expect((await list('Manager')).count).toBe(0)
  expect(await problemIds('Admin')).toEqual([mailId])
})
