import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onConnection, openDatabase } from '#server/platform/db/database.ts'
import { joinableRow, joiningStatement } from '#server/platform/db/joined-row.ts'
import type { PlaceOf } from '#server/platform/db/statement.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let opened: ReturnType<typeof openDatabase>
/** The one connection. */
let client: pg.PoolClient

beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase({ connectionString: database.url, max: 1 }, () => {})
  await opened.db
    .insertInto('settings')
    .values([
      { key: 'colour', value: '"red"' },
      { key: 'size', value: '"small"' },
    ])
    .execute()
  client = await opened.pool.connect()
  client.release()
})
beforeEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await opened.db.destroy()
  await database.drop()
})

const setting = joinableRow((valueOf: PlaceOf<{ key: string }>, db) =>
  db.selectFrom('settings').select(['key', 'value']).where('key', '=', valueOf('key')),
)
/** The quotient of two numbers, where the second is not negative. */
const divide = joiningStatement(
  (valueOf: PlaceOf<{ key: number; by: number }>, joined) =>
    sql<{ quotient: number; joined: unknown }>`
      select ${valueOf('key')}::int / ${valueOf('by')}::int as quotient, ${joined} as joined
      where ${valueOf('by')}::int >= 0`,
)
const red = { key: 'colour', value: 'red' }

test('a row comes with the next statement that has a place for it, each by its own values', async () => {
  const sent = vi.spyOn(client, 'query')
  for (const [key, row] of [
    ['colour', red],
    ['size', { key: 'size', value: 'small' }],
    ['weight', null],
  ] as const) {
    sent.mockClear()
    const answered = await onConnection(opened.db, (db) =>
      Promise.all([setting.selectWithNext(db, { key }), divide(db, { key: 6, by: 2 })]),
    )
    expect(answered).toMatchObject([row, [{ quotient: 3 }]])
    expect(sent).toHaveBeenCalledTimes(1)
  }
})

test('without such a statement it comes by itself, also beside others', async () => {
  const [found] = await onConnection(opened.db, (db) =>
    Promise.all([setting.selectWithNext(db, { key: 'colour' }), sql`select 1`.execute(db)]),
  )
  expect(found).toEqual(red)
  expect(await onConnection(opened.db, (db) => setting.select(db, { key: 'colour' }))).toEqual(red)
  // The next one on another connection has nothing to do with it.
  const [row, [divided]] = await onConnection(opened.db, async (db) => [
    await setting.selectWithNext(db, { key: 'size' }),
    await divide(db, { key: 4, by: 2 }),
  ])
  expect(row).toMatchObject({ value: 'small' })
  expect(divided).toEqual({ quotient: 2, joined: null })
})

test.each([
  ['has no row', -1],
  ['fails', 0],
])('it comes by itself where the statement %s', async (_what, by) => {
  const [row, divided] = await onConnection(opened.db, (db) =>
    Promise.allSettled([setting.selectWithNext(db, { key: 'colour' }), divide(db, { key: 6, by })]),
  )
  expect(row).toEqual({ status: 'fulfilled', value: red })
  expect(divided).toMatchObject(by < 0 ? { value: [] } : { reason: { code: '22012' } })
})
