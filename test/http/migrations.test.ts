import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { hasWriterRole } from '#server/audit/chain.queries.ts'
import { inTransaction, openDatabase, type Db } from '#server/platform/db/database.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { migrateTo, migrateToLatest } from '#server/platform/db/migrate.ts'
import { chainWaiting, findFaults } from '../support/audit-plants.ts'
import { databaseUrl, execute, freshName } from '../support/database.ts'
import { sealFormerly } from '../support/former-seal.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { startTestApp, testDataKeys } from '../support/test-app.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
const orderCount = 400
const firstId = 3_000_000

let name: string
let url: string
let db: Db

beforeEach(async () => {
  name = freshName('pabean_migration')
  await execute(server, `create database ${name}`)
  url = databaseUrl(server, name)
  db = openDatabase({ connectionString: url }, () => {}).db
})
afterEach(async () => {
  await db.destroy()
  await execute(server, `drop database ${name} with (force)`)
})

/** Creates a database of an earlier version with members, orders in every status, an event, a document and a mail. */
async function createDatabaseOfVersion(version: string) {
  await migrateTo(db, version)
  await sql`
    insert into members (name, email, role, created_at)
    select 'Member ' || n, 'member' || n || '@pabean.example', 'Team', now() from generate_series(1, 5) n
  `.execute(db)
  await sql`
    insert into sessions (member_id, created_at, authenticated_at, expires_at, last_seen_at, ip, user_agent)
    select 1, now(), now(), now() + make_interval(hours => h), now(), '', '' from unnest(array[12, 168]) h
  `.execute(db)
  await insertManyOrders(db, orderCount, firstId)
  const customer = {
    fields: { arrival_full_name: 'Đặng Quốc Hưng' },
    familyMember: [],
    importingGoods: [],
    payment: {},
  }
  const orderId = firstId + 1
  await sql`update orders set sealed = ${sealFormerly(testDataKeys, orderId, customer)} where order_id = ${orderId}`.execute(
    db,
  )
  await sql`
    insert into order_events (order_id, at, actor, action, details)
    values (${orderId}, now(), 'intake', 'created', '{"assign_to": "A former member"}')
  `.execute(db)
  await sql`insert into remarks (order_id, at, remark) values (${orderId}, now(), 'An older remark')`.execute(
    db,
  )
  await sql`
    with document as (
      insert into documents (order_id, file1, name, content_type, size, sha256, mail_service_provider, created_at)
      values (${orderId}, 'abc.pdf', 'approved.pdf', 'application/pdf', 3, '\\x00', 'AWS', now()) returning id
    )
    insert into mails (order_id, kind, recipient, subject, props, provider, state, document_id, remainder, created_at,
      not_before)
    select ${orderId}, 'approved', 'a@example.com', 'Approved', '{}', 'AWS', 'sent', id, true, now(), now() from document
  `.execute(db)
  await sql`
    insert into audit_events (at, member_id, action, details)
    values (now(), 1, 'gateway changed', '{"from": "Stripe", "to": "Xendit"}'), (now(), null, 'intake key made', '{}')
  `.execute(db)
  return orderId
}

/** The first version, and one between. */
const versions = ['0001_core', '0005_portal_and_mail']

test.each(versions)('migrating a filled database of %s keeps all its data', async (version) => {
  const orderId = await createDatabaseOfVersion(version)
  await migrateToLatest(db)
  const sessions = await db.selectFrom('sessions').select('remembered').orderBy('expires_at').execute()
  expect(sessions).toEqual([{ remembered: false }, { remembered: true }])

  const app = await startTestApp({ existingDatabaseUrl: url })
  try {
    const { email } = await app.addMember('Somebody New', 'Admin')
    const token = await app.signInWith(email)
    const counts = await app.call(folderCounts, {}, { token })
    expect(counts.body.data.allOrdersCount).toBe(orderCount)
    const list = await app.call(
      listOrders,
      { params: { orderName: 'allOrder' }, query: { limit: 500 } },
      { token },
    )
    expect(list.body.data).toHaveLength(orderCount)
    const row = list.body.data.find(({ order_id }) => order_id === orderId)
    expect(row).toMatchObject({ mail_state: 'sent', open_messages: 0 })
    const { orderDetails } = (await app.call(getOrder, { params: { orderId } }, { token })).body
    expect(orderDetails).toMatchObject({
      arrival_full_name: 'Đặng Quốc Hưng',
      uploadDoc: [{ file1: 'abc.pdf', name: 'approved.pdf' }],
      remark: [{ remark: 'An older remark' }],
      mailHistory: [{ kind: 'approved', state: 'sent', remainder_mail: 'Y', subject: 'Approved' }],
      events: [{ action: 'created', details: { assign_to: 'A former member' } }],
    })
    await chainWaiting(app)
    const audit = await app.call(listAuditEvents, { query: { groups: 'change' } }, { token })
    expect(audit.body.data.map(({ seq, by, action }) => `${seq} ${by} ${action}`)).toEqual([
      '2 Command line intake key made',
      '1 Member 1 gateway changed',
    ])
    expect(await findFaults(app)).toEqual([])

    // What an older version left readable goes too.
    const call = backgroundCall(app.platform, { kind: 'job', name: 'Privacy desk' } as const)
    expect(
      await inTransaction(app.platform.db, (tx) => eraseOrder({ ...call, tx }, orderId, () => 'all')),
    ).toBe('all')
    const erased = (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
    expect(erased).toMatchObject({
      erased_at: expect.any(String),
      uploadDoc: [],
      remark: [],
      mailHistory: [],
    })
    expect(erased.arrival_full_name).toBeUndefined()
  } finally {
    await app.stop()
  }
})

test('migrating again changes nothing', async () => {
  await migrateToLatest(db)
  const tables = () =>
    sql<{
      n: number
    }>`select count(*)::int as n from information_schema.columns where table_schema = 'public'`
      .execute(db)
      .then(({ rows }) => rows[0]?.n)
  const before = await tables()
  await migrateToLatest(db)
  expect(await tables()).toBe(before)
})

test('a database whose owner may make no roles has a chain that is kept by triggers and its key alone', async () => {
  const role = freshName('pabean_limited')
  await execute(server, `create role ${role} login`, `alter database ${name} owner to ${role}`)
  const limitedUrl = new URL(url)
  limitedUrl.searchParams.set('user', role)
  const limited = openDatabase({ connectionString: limitedUrl.href }, () => {}).db
  try {
    await migrateToLatest(limited)
    expect(await hasWriterRole(limited)).toBe(false)
    const app = await startTestApp({ existingDatabaseUrl: limitedUrl.href })
    try {
      const { email } = await app.addMember('Somebody New', 'Admin')
      await app.signInWith(email)
      await chainWaiting(app)
      expect(await findFaults(app)).toEqual([])
      await expect(sql`delete from audit_chain`.execute(limited)).rejects.toThrow('only ever added')
    } finally {
      await app.stop()
    }
  } finally {
    await limited.destroy()
    await execute(url, `reassign owned by ${role} to current_user`, `drop owned by ${role}`)
    await execute(server, `alter database ${name} owner to current_user`, `drop role ${role}`)
  }
})
