import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction, openDatabase, type Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let opened: ReturnType<typeof openDatabase>
/** The one connection of `opened`. */
let client: pg.PoolClient
let others: ReturnType<typeof openDatabase>

beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase({ connectionString: database.url, max: 1 }, () => {})
  others = openDatabase({ connectionString: database.url }, () => {})
  client = await opened.pool.connect()
  client.release()
})
beforeEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await opened.db.destroy()
  await others.db.destroy()
  await database.drop()
})

const insertSetting = (tx: Tx, key: string) =>
  tx.insertInto('settings').values({ key, value: '{}' }).execute()

async function settingsLike(pattern: string): Promise<string[]> {
  const rows = await others.db.selectFrom('settings').select('key').where('key', 'like', pattern).execute()
  return rows.map(({ key }) => key)
}

/** Runs `work` while another transaction has the lock of this name, and lets go of it when `work` is done. */
async function whileAnotherHas(name: string, work: () => Promise<void>): Promise<void> {
  await inTransaction(others.db, async (tx) => {
    await lockByName(tx, name)
    await work()
  })
}

test('independent statements are sent while the first one waits', async () => {
  const sent = vi.spyOn(client, 'query')
  let reading: Promise<unknown> = Promise.resolve()
  await whileAnotherHas('busy', async () => {
    reading = inTransaction(opened.db, (tx) =>
      Promise.all([
        lockByName(tx, 'busy'),
        sql`select 1 as one`.execute(tx),
        sql`select 2 as two`.execute(tx),
      ]),
    )
    await expect.poll(() => sent.mock.calls.map(([text]) => String(text))).toContain('select 2 as two')
  })
  expect(await reading).toMatchObject([{ rows: [{}] }, { rows: [{ one: 1 }] }, { rows: [{ two: 2 }] }])
})

test('where one of several fails, nothing is committed, and the connection is whole', async () => {
  const writing = inTransaction(opened.db, async (tx) => {
    await insertSetting(tx, 'refused 1')
    await Promise.all([
      insertSetting(tx, 'refused 1'),
      insertSetting(tx, 'refused 2').then(() => insertSetting(tx, 'refused 3')),
    ])
  })
  await expect(writing).rejects.toMatchObject({ code: '23505' })
  await inTransaction(opened.db, (tx) => insertSetting(tx, 'next 1'))
  expect(await settingsLike('refused %')).toEqual([])
  expect(await settingsLike('next %')).toEqual(['next 1'])
})

test('work that refuses while another statement waits leaves nothing, and sends nothing later', async () => {
  let later: Promise<unknown> = Promise.resolve()
  let refused: Promise<unknown> = Promise.resolve()
  await whileAnotherHas('busy', async () => {
    const writing = inTransaction(opened.db, async (tx) => {
      await insertSetting(tx, 'left 1')
      later = lockByName(tx, 'busy').then(() => insertSetting(tx, 'left 2'))
      await Promise.all([later, Promise.reject(new Error('refused'))])
    })
    refused = expect(writing).rejects.toThrow('refused')
  })
  await refused
  await expect(later).rejects.toThrow('its transaction over')
  await inTransaction(opened.db, (tx) => insertSetting(tx, 'whole 1'))
  expect(await settingsLike('left %')).toEqual([])
})

test('a statement that comes after the end of its transaction is not executed', async () => {
  let late: Tx | undefined
  await inTransaction(opened.db, async (tx) => {
    late = tx
    await insertSetting(tx, 'late 1')
  })
  if (!late) throw new Error('the transaction did not run')
  await expect(insertSetting(late, 'late 2')).rejects.toThrow('its transaction over')
  expect(await settingsLike('late %')).toEqual(['late 1'])
})
