import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differingCounts } from './counted-orders.ts'
import { fillDatabase } from './fill-database.ts'
import { markBegun, markComplete, readFillState } from './fill-mark.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'

const count = 400

let app: TestApp
let client: pg.Client
beforeAll(async () => {
  app = await startTestApp()
  client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.stop()
})

/** Every index and constraint, and whether it holds for all rows. */
async function readSchema(): Promise<unknown> {
  const { rows } = await client.query(
    `select 'index' as kind, indexdef as definition, true as "isValid" from pg_indexes where schemaname = 'public'
     union all
     select conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid), convalidated from pg_constraint
     where connamespace = 'public'::regnamespace
     order by 1, 2`,
  )
  return rows
}

test('the database of the benchmark has the schema of the migrations and exact counters, and says whether its fill was ended', async () => {
  const { seal } = app.platform
  const schema = await readSchema()
  const members = await app.owner.selectFrom('members').select('id').execute()
  expect(await readFillState(client, count)).toBe('empty')
  await markBegun(client, count)
  expect(await readFillState(client, count)).toBe('interrupted')

  const memberIds = members.map(({ id }) => id)
  const idKey = seal.hash('order id permutation', '')
  await fillDatabase(client, { count, seal, idKey, memberIds, now: app.platform.clock() }, () => {})
  expect(await readFillState(client, count)).toBe('interrupted')
  await markComplete(client)
  expect(await readFillState(client, count)).toBe('complete')
  await expect(readFillState(client, count - 1)).rejects.toThrow(/not 399/)

  expect(await readSchema()).toEqual(schema)
  const counted = { url: app.url, token: await app.signInAs('Admin'), client }
  const { compared, differing } = await differingCounts(counted)
  expect(compared).toBeGreaterThan(30)
  expect(differing).toEqual([])
  await client.query('update order_months set n = n + 1 where id = (select min(id) from order_months)')
  expect((await differingCounts(counted)).differing).toHaveLength(1)
})
