import { expect, test } from 'vitest'
import { deleteExpiredRows } from '#server/expired-rows.ts'
import { forgottenBefore } from '#server/orders/viewers.ts'
import { recordFailure } from '#server/platform/auth/attempts.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { deviceTtlMs } from '#server/session/known-devices.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = new Date('2026-11-22T08:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const app = useTestApp({ clock: () => now })

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.platform.db, work)
const aMember = async () => {
  const members = app.platform.db.selectFrom('members').select('id').where('name', '=', memberNames.Team)
  return (await members.executeTakeFirstOrThrow()).id
}

test('expired undo tokens are deleted', async () => {
  const { db } = app.platform
  const member_id = await aMember()
  const tokens = [ago(1), new Date(now.getTime() + 1)].map((expires_at, at) => ({
    token_hash: Buffer.from([at]),
    member_id,
    event_ids: [],
    expires_at,
    used_at: null,
  }))
  await db.insertInto('undo_tokens').values(tokens).execute()
  await deleteExpiredRows(app.platform)
  const left = await db.selectFrom('undo_tokens').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: Buffer.from([1]) }])
})

test('what gateways told is deleted after 180 days without an order (product §14)', async () => {
  const { db } = app.platform
  const told = { gateway: 'Stripe', updated_at: now }
  const states = { stage: 'chargeback', reason: 'other', outcome: 'Open', state_rank: 0 } as const
  const order_id = await createTestOrder(app)
  const ages = [
    { id: 'old', order_id: null, received_at: ago(180 * day + 1) },
    { id: 'young', order_id: null, received_at: ago(180 * day) },
    { id: 'linked', order_id, received_at: ago(999 * day) },
  ]
  for (const { id, ...row } of ages) {
    await db
      .insertInto('disputes')
      .values({ ...told, ...states, ...row, gateway_dispute_id: id, opened_at: now })
      .execute()
    const refund = { ...told, ...row, charge_id: id, amount: '1', currency: 'USD' }
    await db.insertInto('gateway_refunds').values(refund).execute()
  }
  await deleteExpiredRows(app.platform)
  const disputes = await db.selectFrom('disputes').select('gateway_dispute_id as id').orderBy('id').execute()
  const refunds = await db.selectFrom('gateway_refunds').select('charge_id as id').orderBy('id').execute()
  expect([disputes, refunds].map((rows) => rows.map(({ id }) => id))).toEqual([
    ['linked', 'young'],
    ['linked', 'young'],
  ])
})

test('viewers of an order are deleted after their time-out', async () => {
  const { db } = app.platform
  const member_id = await aMember()
  const order_ids = [await createTestOrder(app), await createTestOrder(app)]
  const viewers = order_ids.map((order_id, at) => ({
    order_id,
    member_id,
    seen_at: new Date(forgottenBefore(now).getTime() - 1 + at),
    has_left: false,
  }))
  await db.insertInto('order_viewers').values(viewers).execute()
  await deleteExpiredRows(app.platform)
  const left = await db.selectFrom('order_viewers').select('order_id').execute()
  expect(left).toEqual([{ order_id: order_ids[1] }])
})

test('expired password reset links are deleted', async () => {
  const { db } = app.platform
  const member_id = await aMember()
  const links = [ago(1), new Date(now.getTime() + 1)].map((expires_at, at) => ({
    token_hash: Buffer.from([at]),
    member_id,
    expires_at,
    used_at: null,
  }))
  await db.insertInto('password_resets').values(links).execute()
  await deleteExpiredRows(app.platform)
  const left = await db.selectFrom('password_resets').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: Buffer.from([1]) }])
})

test('known browsers are deleted once their cookie has expired', async () => {
  const { db } = app.platform
  const member_id = await aMember()
  const devices = [ago(deviceTtlMs + 1), ago(deviceTtlMs - 1)].map((last_seen_at, at) => ({
    member_id,
    token_hash: Buffer.from([at]),
    created_at: last_seen_at,
    last_seen_at,
    user_agent: '',
  }))
  await db.insertInto('member_devices').values(devices).execute()
  await deleteExpiredRows(app.platform)
  const left = await db.selectFrom('member_devices').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: Buffer.from([1]) }])
})

test('failed attempts are deleted once no limit counts them', async () => {
  const { db } = app.platform
  const limit = { scope: 'some', key: 'key', max: 1, minutes: 15 }
  for (const at of [ago(day + minute), ago(day - minute)]) await inTx((tx) => recordFailure(tx, [limit], at))
  await deleteExpiredRows(app.platform)
  const left = await db.selectFrom('attempts').select('at').execute()
  expect(left).toEqual([{ at: ago(day - minute) }])
})

test('replies to landing sites are deleted by age, keys of imported orders are kept', async () => {
  const { db } = app.platform
  const answer = (owner: string, key: string, created_at: Date) => ({
    owner,
    key,
    body_hash: Buffer.alloc(1),
    created_at,
  })
  await db
    .insertInto('idempotency_keys')
    .values([
      answer('import', 'old', ago(31 * day)),
      answer('shop', 'new', ago(29 * day)),
      answer('shop', 'old', ago(31 * day)),
    ])
    .execute()
  await deleteExpiredRows(app.platform)
  const left = await db.selectFrom('idempotency_keys').select(['owner', 'key']).orderBy('owner').execute()
  expect(left).toEqual([
    { owner: 'import', key: 'old' },
    { owner: 'shop', key: 'new' },
  ])
})

test('counts of incoming mail are deleted after a week', async () => {
  const { db } = app.platform
  const [old, recent] = [ago(8 * day), ago(6 * day)]
  const count = (hour: Date) => ({ scope: 'all', key: '', proven: false, hour }) as const
  await db
    .insertInto('mail_quotas')
    .values([count(old), count(recent)])
    .execute()
  await deleteExpiredRows(app.platform)
  expect(await db.selectFrom('mail_quotas').select('hour').execute()).toEqual([{ hour: recent }])
})

test('drafts that are unchanged for thirty days are deleted', async () => {
  const { db } = app.platform
  const member_id = await aMember()
  const order_id = await createTestOrder(app)
  const draft = (kind: 'remark' | 'answer', days: number) => ({
    order_id,
    member_id,
    kind,
    sealed: Buffer.from('sealed'),
    updated_at: ago(days * day),
  })
  await db
    .insertInto('drafts')
    .values([draft('remark', 31), draft('answer', 29)])
    .execute()
  await deleteExpiredRows(app.platform)
  expect(await db.selectFrom('drafts').select('kind').execute()).toEqual([{ kind: 'answer' }])
})
