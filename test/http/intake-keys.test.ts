import { expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { createOrder } from '#contract/intake.ts'
import { createIntakeKey, listIntakeKeys, revokeIntakeKey } from '#contract/intake-keys.ts'
import { insertKey } from '#server/intake-keys/intake-keys.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { duringChange } from '../support/during-change.ts'
import { anOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let now = Date.parse('2026-11-21T03:00:00Z')

const app = useTestApp({ clock: () => new Date(now) })
const admin = app.as('Admin')

const createKey = (name: string) =>
  admin.call(createIntakeKey, {
    body: { name, domains: 'https://Arrival.pabean.example/order, departure.example' },
  })
const revokeKey = (id: number) => admin.call(revokeIntakeKey, { params: { id } })
const loadKeys = async () => (await admin.call(listIntakeKeys)).body.data
const activeKeyId = async (name: string) =>
  (await loadKeys()).find((key) => key.name === name && !key.revoked_at)?.id ?? 0
const intakeStatus = async (token: string) =>
  (await app.call(createOrder, { body: anOrder() }, { token })).http

test('a new key is shown once, is accepted by the intake, and is refused once revoked (product §4, §5)', async () => {
  const { body } = await createKey('  landing site ')
  expect(body).toEqual({
    status: 1,
    message: 'Intake key landing site is made.',
    data: { name: 'landing site', key: expect.stringMatching(/^pik_[\w-]{43}$/) },
  })
  expect((await loadKeys())[0]).toMatchObject({ last_used_at: null, revoked_at: null })
  expect(await intakeStatus(body.data.key)).toBe(200)
  const [listed] = await loadKeys()
  expect(listed).toEqual({
    id: expect.any(Number),
    name: 'landing site',
    domains: ['arrival.pabean.example', 'departure.example'],
    created_at: expect.any(String),
    last_used_at: expect.any(String),
    revoked_at: null,
  })
  expect(JSON.stringify(await loadKeys())).not.toContain(body.data.key)

  const revoked = await revokeKey(listed?.id ?? 0)
  expect(revoked.body).toEqual({ status: 1, message: 'Intake key landing site is revoked.' })
  expect(await intakeStatus(body.data.key)).toBe(403)
  expect((await loadKeys())[0]?.revoked_at).toEqual(expect.any(String))
  expect((await createKey('landing site')).http).toBe(200)
})

test('a key is accepted for its sites and their subdomains; a key without sites for all', async () => {
  const { key } = (await createKey('own sites')).body.data
  const send = async (landing_domain: string) =>
    app.call(createOrder, { body: anOrder({ landing_domain }) }, { token: key })
  for (const site of ['arrival.pabean.example', 'WWW.departure.example'])
    expect((await send(site)).http).toBe(200)
  for (const site of ['pabean.example', 'notdeparture.example', 'departure.example.evil.example']) {
    const { http, body } = await send(site)
    expect([http, body.message]).toEqual([403, `The intake key own sites is of other sites than ${site}.`])
  }
  await app.platform.db
    .updateTable('intake_keys')
    .set({ domains: null })
    .where('name', '=', 'own sites')
    .execute()
  expect((await send('elsewhere.example')).http).toBe(200)
  expect((await loadKeys()).find(({ name }) => name === 'own sites')?.domains).toBeNull()
})

test.each(['', ' , ', 'nonsense', 'a@b.example'])('%j is no domain of a site', async (domains) => {
  expect((await admin.call(createIntakeKey, { body: { name: 'x', domains } })).http).toBe(400)
})

test('an unknown key is refused beside keys that were used now, earlier and never', async () => {
  const unknown = `pik_${'x'.repeat(43)}`
  const { key } = (await createKey('first of two')).body.data
  const lastUsed = async () => (await loadKeys()).map(({ last_used_at }) => last_used_at)
  for (const used of [async () => {}, async () => intakeStatus(key), async () => (now += 61_000)]) {
    await used()
    const before = await lastUsed()
    expect(await intakeStatus(unknown)).toBe(403)
    expect(await lastUsed()).toEqual(before)
  }
})

test('a key that was never used is refused once revoked', async () => {
  const { key } = (await createKey('never used')).body.data
  await revokeKey(await activeKeyId('never used'))
  expect(await intakeStatus(key)).toBe(403)
})

test('the last use of a key is recorded once a minute', async () => {
  const { key } = (await createKey('in use')).body.data
  const usedAt = async () => (await loadKeys()).find(({ name }) => name === 'in use')?.last_used_at
  const seen = []
  for (const seconds of [0, 30, 31]) {
    now += seconds * 1000
    expect(await intakeStatus(key)).toBe(200)
    seen.push(Date.parse((await usedAt()) ?? '') - now)
  }
  expect(seen).toEqual([0, -30_000, 0])
})

test("a key's name is required, not reserved, and unique among active keys", async () => {
  const empty = await createKey('  ')
  expect([empty.http, empty.body.errors]).toEqual([400, { name: 'Please enter a name.' }])
  for (const name of ['import', 'INTAKE_KEY']) expect((await createKey(name)).http).toBe(409)
  const answers = await Promise.all(Array.from({ length: 8 }, () => createKey('shop')))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, ...Array(7).fill(409)])
})

test('a key that waits for another of the same name is refused', async () => {
  const second = await duringChange(
    app,
    async (tx) => {
      await lockByName(tx, 'intake key names')
      await insertKey(tx, {
        name: 'harbour',
        key_hash: Buffer.alloc(32, 1),
        domains: null,
        created_at: new Date(now),
      })
    },
    () => createKey('harbour'),
  )
  expect(second.http).toBe(409)
})

test('revoking a key twice is refused', async () => {
  await createKey('short-lived')
  const id = await activeKeyId('short-lived')
  const answers = await Promise.all(Array.from({ length: 6 }, () => revokeKey(id)))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, ...Array(5).fill(404)])
  expect((await revokeKey(999_999)).http).toBe(404)
})

test.each(['Manager', 'Team', 'Telecaller', 'Night Staff'] as const)(
  '%s may not manage intake keys',
  async (role) => {
    const who = { token: await app.signInAs(role) }
    await createKey(`for ${role}`)
    const answers = [
      await app.call(listIntakeKeys, {}, who),
      await app.call(createIntakeKey, { body: { name: 'mine', domains: 'pabean.example' } }, who),
      await app.call(revokeIntakeKey, { params: { id: await activeKeyId(`for ${role}`) } }, who),
    ]
    expect(answers.map(({ http }) => http)).toEqual([403, 403, 403])
    expect(await activeKeyId(`for ${role}`)).toBeGreaterThan(0)
  },
)

test('the audit log names who created and revoked a key, but not the key', async () => {
  const { body: made } = await createKey('audited')
  await revokeKey(await activeKeyId('audited'))
  const { body } = await admin.call(listAuditEvents, { query: { limit: 2 } })
  expect(body.data.map(({ by, action, details }) => ({ by, action, details }))).toEqual([
    { by: memberNames.Admin, action: 'intake key revoked', details: { name: 'audited' } },
    {
      by: memberNames.Admin,
      action: 'intake key made',
      details: { name: 'audited', domains: ['arrival.pabean.example', 'departure.example'] },
    },
  ])
  expect(JSON.stringify(body)).not.toContain(made.data.key)
})
