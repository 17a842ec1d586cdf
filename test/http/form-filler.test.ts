import { beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import {
  addFormOrigin,
  createFillToken,
  fetchFieldsToFill,
  listFormOrigins,
  maxFormOrigins,
  removeFormOrigin,
} from '#contract/form-filler.ts'
import { signOut } from '#contract/session.ts'
import { deleteExpiredRows } from '#server/expired-rows.ts'
import { insertFormOrigin } from '#server/filing/form-origins.queries.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const origin = 'https://form.example'
const family = {
  family_member_name: 'Tran Van Hai',
  family_passport_number: 'C2290417',
  family_nationality: 'VNM',
  family_other_nationalities: '',
  family_relationship: 'Husband',
}

let admin: { token: string }
let team: { token: string }
let orderId: number
let now = Date.parse('2026-11-24T03:00:00Z')

const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  admin = { token: await app.signInAs('Admin') }
  team = { token: await app.signInAs('Team') }
  orderId = await createTestOrder(app, {
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_passport_number: 'C4881027',
    familyMember: [family],
  })
  await app.call(addFormOrigin, { body: { origin } }, admin)
})

const tokenOf = async (traveller = 0, caller = team) =>
  (await app.call(createFillToken, { body: { orderId, traveller } }, caller)).body.data.token
const fetchBy = (token: string, page = origin) =>
  app.call(fetchFieldsToFill, { body: { token, origin: page } })
const fills = async () =>
  (await app.call(listAuditEvents, { query: { limit: 500 } }, admin)).body.data.filter(
    ({ action }) => action === 'form filled',
  )

test('a token returns the fields of one traveller once, and the fill is recorded with its member', async () => {
  const before = (await fills()).length
  const token = await tokenOf(1)
  const { http, body } = await fetchBy(token)
  expect(http).toBe(200)
  expect(body.data).toMatchObject({ traveller: 1, travellers: 2 })
  expect(Object.fromEntries(body.data.fields.map(({ id, value }) => [id, value]))).toMatchObject({
    'family0-fullName': 'TRAN VAN HAI',
    'family0-passport': 'C2290417',
    'family0-relationship': 'HUSBAND',
  })
  expect(JSON.stringify(body)).not.toContain('C4881027')
  expect((await fetchBy(token)).http).toBe(403)
  const recorded = await fills()
  expect(recorded).toHaveLength(before + 1)
  expect(recorded[0]).toMatchObject({ order_id: orderId, role: 'Team', details: { origin, traveller: 2 } })
})

test('one of twenty concurrent uses of a token is answered with the fields', async () => {
  const token = await tokenOf()
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetchBy(token)))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ http }) => http === 403)).toHaveLength(19)
})

test('a token is refused from another origin, and stays valid for its own', async () => {
  const token = await tokenOf()
  const { http, body } = await fetchBy(token, 'https://evil.example')
  expect(http).toBe(403)
  expect(body.message).toBe('https://evil.example is not among the official pages that an Admin has named.')
  expect((await fetchBy(token)).http).toBe(200)
})

test('a token expires after a minute and with its session, and is refused once its order is restricted', async () => {
  const expired = await tokenOf()
  now += 60_000
  expect((await fetchBy(expired)).http).toBe(403)

  const night = { token: await app.signInAs('Night Staff') }
  const ended = await tokenOf(0, night)
  await app.call(signOut, {}, night)
  expect((await fetchBy(ended)).http).toBe(403)

  const restricted = await tokenOf()
  const { db } = app.platform
  const setRestricted = (restricted_at: Date | null) =>
    db.updateTable('orders').set({ restricted_at }).where('order_id', '=', orderId).execute()
  await setRestricted(new Date(now))
  expect((await fetchBy(restricted)).http).toBe(403)
  await setRestricted(null)

  expect((await app.call(createFillToken, { body: { orderId, traveller: 2 } }, team)).http).toBe(404)
})

test('only expired tokens are deleted', async () => {
  await tokenOf()
  now += 30_000
  await tokenOf()
  now += 30_000
  await deleteExpiredRows({ db: app.platform.db, clock: () => new Date(now + 1) })
  const left = await app.platform.db.selectFrom('fill_tokens').select('expires_at').execute()
  expect(left).toEqual([{ expires_at: new Date(now + 30_000) }])
})

test('Admins add and remove official pages; each is listed once, at most twenty', async () => {
  const add = (page: string) => app.call(addFormOrigin, { body: { origin: page } }, admin)
  expect((await add('https://form.example/arrival')).body.message).toBe(
    'An address has a scheme and a host alone, as https://form.example.',
  )
  expect((await add(origin)).http).toBe(409)
  const { body } = await add('https://second.example')
  const { data } = (await app.call(listFormOrigins, {}, team)).body
  expect(data.map((row) => row.origin)).toEqual([origin, 'https://second.example'])
  const token = await tokenOf()
  const remove = () => app.call(removeFormOrigin, { params: { id: body.data.id } }, admin)
  expect((await remove()).http).toBe(200)
  expect((await remove()).http).toBe(404)
  expect((await fetchBy(token, 'https://second.example')).http).toBe(403)
  expect((await fetchBy(token)).http).toBe(200)

  for (let n = 1; n < maxFormOrigins - 1; n++) await add(`https://form${n}.example`)
  // The last place is taken while another waits for it.
  const late = await duringChange(
    app,
    async (tx) => {
      await lockByName(tx, 'form origins')
      const { id } = await tx.selectFrom('members').select('id').limit(1).executeTakeFirstOrThrow()
      await insertFormOrigin(tx, 'https://last.example', id, new Date(now))
    },
    () => add('https://late.example'),
  )
  expect(late.http).toBe(409)
})
