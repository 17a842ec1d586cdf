import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp, testDataKeys } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const another = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

const app = useTestApp()
beforeAll(async () => {
  await createTestOrder(app)
})

const startWith = (keys: string) => startTestApp({ sharedWith: app, env: { DATA_KEYS: keys } })
const settings = () => app.platform.db.selectFrom('settings').selectAll().orderBy('key').execute()

const refusals = [
  ['another key', another('k2'), 'lacks the key "test"'],
  ['another key of the same id', another('test'), 'has another key "test"'],
] as const

test.each(refusals)('a start with %s fails and changes nothing', async (_, keys, message) => {
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

test('a start with a newer first key records its use, and later starts need it', async () => {
  const keys = `${another('k2')},${testDataKeys}`
  const both = await startWith(keys)
  await both.stop()
  expect((await settings()).map(({ key }) => key)).toContain('data-key-check:k2')
  await expect(startWith(testDataKeys)).rejects.toThrow('lacks the key "k2"')
  await (await startWith(`${testDataKeys},${keys.split(',')[0]}`)).stop()
  await app.platform.db.deleteFrom('settings').where('key', '=', 'data-key-check:k2').execute()
})
