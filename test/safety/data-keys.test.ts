import { SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#contract/session.ts'
import { deriveKey, parseDataKeys } from '#server/platform/seal.ts'
import { sealFormerly } from '../support/former-seal.ts'
import { createTestOrder } from '../support/orders.ts'
import { writeAsOlderVersion } from '../support/older-version.ts'
import { startTestApp, testDataKeys, type TestApp } from '../support/test-app.ts'

const another = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await createTestOrder(app)
})
afterAll(() => app.stop())

const startWith = (keys: string) => startTestApp({ sharedWith: app, env: { DATA_KEYS: keys } })
const settings = () => app.platform.db.selectFrom('settings').selectAll().orderBy('key').execute()

const refusals = [
  ['another key', another('k2'), 'lacks the key "test"'],
  ['another key of the same id', another('test'), 'has another key "test"'],
] as const

test.each(refusals)('a start with %s stops, and changes nothing', async (_, keys, message) => {
  const before = await settings()
  expect(before.map(({ key }) => key)).toEqual([
    'audit-key',
    'data-key-check:test',
    'hash-key',
    'session-key',
  ])
  await expect(startWith(keys)).rejects.toThrow(`DATA_KEYS (or DATA_DIR/keys/data-keys) ${message}`)
  expect(await settings()).toEqual(before)
})

test('a start with a newer key in front notes that it seals from now on, and no start goes without it', async () => {
  const keys = `${another('k2')},${testDataKeys}`
  const both = await startWith(keys)
  await both.stop()
  expect((await settings()).map(({ key }) => key)).toContain('data-key-check:k2')
  await expect(startWith(testDataKeys)).rejects.toThrow('lacks the key "k2"')
  await (await startWith(`${testDataKeys},${keys.split(',')[0]}`)).stop()
  await app.platform.db.deleteFrom('settings').where('key', '=', 'data-key-check:k2').execute()
})

test('a database of an older version is checked by what it holds, and keeps its hashes and sessions', async () => {
  const older = await startTestApp()
  await createTestOrder(older)
  await older.signInAs('Team')
  await writeAsOlderVersion(older)
  await older.platform.db.deleteFrom('settings').execute()
  for (const [, keys, message] of refusals)
    await expect(startTestApp({ sharedWith: older, env: { DATA_KEYS: keys } })).rejects.toThrow(message)
  expect(await older.platform.db.selectFrom('settings').selectAll().execute()).toEqual([])

  const { oldest } = parseDataKeys(testDataKeys)
  const upgraded = await startTestApp({ sharedWith: older })
  const { id, member_id } = await older.platform.db
    .selectFrom('sessions')
    .selectAll()
    .executeTakeFirstOrThrow()
  const user = { id: member_id, name: 'Tuti Team', type: 'Team' as const }
  const token = await new SignJWT({ user })
    .setProtectedHeader({ alg: 'HS256', kid: '' })
    .setJti(id)
    .setExpirationTime(new Date(Date.now() + 60_000))
    .sign(deriveKey(oldest, 'session tokens'))
  expect((await upgraded.call(userInfo, {}, { token })).http).toBe(200)
  expect(upgraded.platform.seal.hash('passport', 'C1')).not.toEqual(app.platform.seal.hash('passport', 'C1'))
  await upgraded.stop()
  await older.stop()
})

test('a database of an older version that two keys sealed needs both, from its first start on', async () => {
  const older = await startTestApp()
  const { db } = older.platform
  const orderIds = [await createTestOrder(older), await createTestOrder(older)]
  await writeAsOlderVersion(older)
  const keys = [testDataKeys, another('k2')]
  const startOlder = (...these: string[]) =>
    startTestApp({ sharedWith: older, env: { DATA_KEYS: these.join() } })
  // Whichever of the two rows is looked at first.
  for (const [at, newerId] of orderIds.entries()) {
    for (const orderId of orderIds) {
      const sealed = sealFormerly(keys[orderId === newerId ? 1 : 0] ?? '', orderId, {})
      await db.updateTable('orders').set({ sealed }).where('order_id', '=', orderId).execute()
    }
    await db.deleteFrom('settings').execute()
    const [first = '', second = ''] = at === 0 ? keys : keys.toReversed()
    await expect(startOlder(first)).rejects.toThrow('lacks the key')
    await expect(startOlder(second)).rejects.toThrow('lacks the key')
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
    await (await startOlder(first, second)).stop()
    await expect(startOlder(first)).rejects.toThrow('lacks the key')
    await expect(startOlder(second)).rejects.toThrow('lacks the key')
  }
  await older.stop()
})
