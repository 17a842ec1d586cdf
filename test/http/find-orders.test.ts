import { beforeAll, describe, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { moveOrders } from '#contract/moves.ts'
import { findOrders, searchOrders } from '#contract/orders.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { indexOrders } from '#server/orders/search-index.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const tokens = new Map<Role, string>()
const tokenOf = (role: Role) => tokens.get(role) ?? ''

const app = useTestApp()
beforeAll(async () => {
  for (const role of roles) tokens.set(role, await app.signInAs(role))
})

const find = async (text: string, role: Role = 'Team') => {
  const { http, body } = await app.as(role).call(findOrders, { body: { text } })
  expect(http, body.message).toBe(200)
  return body.data.map(({ order_id, found_by }) => [order_id, found_by])
}

const create = (changes: Record<string, unknown>) => createTestOrder(app, changes)
const words = async () => {
  const rows = await app.owner.selectFrom('name_words').select('word').execute()
  return rows.map(({ word }) => word)
}

describe('an order is found', () => {
  let tuyet = 0
  let wang = 0
  let petrov = 0
  let qahtani = 0
  beforeAll(async () => {
    tuyet = await create({
      arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
      arrival_email: 'tuyet.anh@example.com',
      arrival_phone_code: '84',
      arrival_phone_number: '912 345 678',
      arrival_passport_number: 'C 4881027',
    })
    wang = await create({ arrival_full_name: '王秀英' })
    petrov = await create({ arrival_full_name: 'Иван Петров' })
    qahtani = await create({ arrival_full_name: 'عبد الله القحطاني' })
    await app.call(
      moveOrders,
      { body: { orderId: [petrov], updatingStatus: 'Completed' } },
      { token: tokenOf('Admin') },
    )
  })

  test.each([
    ['its id', () => String(tuyet), 'text'],
    ['its e-mail', () => 'tuyet.anh@example.com', 'text'],
    ['its telephone, as it is spoken', () => '+84 912-345-678', 'text'],
    ['its whole passport number', () => 'c4881027', 'passport'],
    ['a part of the name, without accents', () => 'anh tuy', 'text'],
    ['its words in another order', () => 'tuyet nguyen', 'text'],
    ['one letter that is another', () => 'tuyet nguyem', 'one letter apart'],
    ['two letters that changed places', () => 'ngyuen', 'one letter apart'],
    ['a letter that is missing, words turned', () => 'tuet thi', 'one letter apart'],
  ])('by %s', async (_title, text, foundBy) => expect(await find(text())).toEqual([[tuyet, foundBy]]))

  test('an order is found in any script, with one letter wrong', async () => {
    expect(await find('王秀瑛')).toEqual([[wang, 'one letter apart']])
    expect(await find('Петрав иван')).toEqual([[petrov, 'one letter apart']])
    expect(await find('القحطني')).toEqual([[qahtani, 'one letter apart']])
  })

  test('an order is found in every queue, by every role', async () => {
    for (const role of roles) expect(await find('петров', role), role).toEqual([[petrov, 'text']])
  })

  test('an order is not found by a part of its passport number, nor with two letters wrong (product §12)', async () => {
    expect(await find('C488102')).toEqual([])
    expect(await find('tuyat nguyem')).not.toEqual([])
    expect(await find('nguiem')).toEqual([])
    expect(await find('ab')).toEqual([])
  })
})

const search = async (searchVal: string, folderName: QueueName = 'newOrder', role: Role = 'Team') => {
  const { http, body } = await app.as(role).call(searchOrders, { body: { searchVal, folderName } })
  expect(http, body.message).toBe(200)
  return body
}

describe('queue and palette find alike', () => {
  const ids: Record<string, number> = {}
  const family = { family_member_name: 'Kaspar Hasenfuß', family_passport_number: 'C 998-8776' }
  beforeAll(async () => {
    ids.mueller = await create({
      arrival_full_name: 'Jürgen Müller',
      arrival_passport_number: '',
      arrival_email: 'jm@Müller.example',
      arrival_nationality: 'DEU',
      arrival_phone_code: '49',
      arrival_phone_number: '(0)160 1234567',
      familyMember: [{ family_member_name: 'Ida Müller' }, family],
    })
    ids.mueler = await create({ arrival_full_name: 'UTE MUELLER-WEBER' })
    ids.hanlon = await create({ arrival_full_name: "Siobhan O'Hanlon", arrival_phone_number: '' })
    ids.russian = await create({ arrival_phone_code: '7', arrival_phone_number: '8 (903) 123-45-99' })
    ids.argentine = await create({ arrival_phone_code: '54', arrival_phone_number: '011 15 2345-6789' })
    ids.mexican = await create({ arrival_phone_code: '52', arrival_phone_number: '1 55 1234 5670' })
    ids.japanese = await create({
      arrival_phone_code: '81',
      arrival_phone_number: '０８０－８７６５－４３２１',
    })
    ids.short = await create({ arrival_full_name: 'Li Wu' })
  })
  const link = (of: string) => (path: string) =>
    `https://pabean.example${path}/${encodeOrderId(ids[of] ?? 0)}`

  test.each<[text: () => string, ...found: [string, number | null, string?][]]>([
    [() => 'hasenfuss kaspar', ['mueller', 3]],
    [() => 'c9988776', ['mueller', 3, 'passport']],
    [() => 'Ida Mueller', ['mueller', 2]],
    [() => 'Mueller', ['mueler', null], ['mueller', null]],
    [() => 'Weber, Ute', ['mueler', null]],
    [() => 'Hanlon Siobhan', ['hanlon', null]],
    [() => 'O´Hanlon, Siobhan', ['hanlon', null]],
    [() => 'OHanlon', ['hanlon', null]],
    [() => '+49 160 1234567', ['mueller', null]],
    [() => '0160/1234567', ['mueller', null]],
    [() => '+7 903 123-45-99', ['russian', null]],
    [() => '+54 9 11 2345 6789', ['argentine', null]],
    [() => '+52 55 1234 5670', ['mexican', null]],
    [() => '+81 80 8765 4321', ['japanese', null]],
    [() => 'wu li', ['short', null]],
    [() => 'Jürgen <JM@müller.example>', ['mueller', null]],
    [() => 'mailto:jm@xn--mller-kva.example', ['mueller', null]],
    [() => `Order ID: ${ids.hanlon}`, ['hanlon', null]],
    [() => `“${ids.hanlon?.toLocaleString('en')}”`, ['hanlon', null]],
    [() => `${ids.hanlon}@send.example`, ['hanlon', null]],
    [() => `see ${link('hanlon')('/track-order')}#e=x`, ['hanlon', null]],
    [() => link('hanlon')('/admin/view-order'), ['hanlon', null]],
  ])('%s', async (text, ...found) => {
    const expected = found.map(([name, traveller, by = 'text']) => [ids[name], by, traveller])
    const { body } = await app.as('Team').call(findOrders, { body: { text: text() } })
    const { data } = await search(text())
    for (const rows of [body.data, data])
      expect(rows.map((row) => [row.order_id, row.found_by, row.found_traveller])).toEqual(expected)
  })

  test('a list without a hit says which other queues have one', async () => {
    const { count, data, elsewhere } = await search('hasenfuss', 'deletedOrder')
    expect([count, data, elsewhere]).toEqual([0, [], [{ queue: 'newOrder', count: 1 }]])
    expect(await search('hasenfuss')).not.toHaveProperty('elsewhere')
    expect(await search('nowhere to be found', 'deletedOrder')).not.toHaveProperty('elsewhere')
    const narrowed = { searchVal: 'hasenfuss', folderName: 'newOrder', site: 'other.example' } as const
    expect((await app.as('Team').call(searchOrders, { body: narrowed })).body.elsewhere).toEqual([
      { queue: 'newOrder', count: 1 },
    ])
  })

  test('orders that an older version stored are indexed anew, erased ones are not', async () => {
    const [orderId = 0, erased = 0] = [ids.mueller, ids.short]
    const old = { family_passport_hashes: [], telephone: null, search_version: 0 }
    for (const id of [orderId, erased])
      await app.owner
        .updateTable('orders')
        .set({ ...old, search_text: `${id}` })
        .where('order_id', '=', id)
        .execute()
    await app.owner
      .updateTable('orders')
      .set({ erased_at: new Date() })
      .where('order_id', '=', erased)
      .execute()
    expect(await find('hasenfuss')).toEqual([])
    while (await inTransaction(app.platform.db, (tx) => indexOrders(tx, app.platform, 3)));
    expect(await find('hasenfuss')).toEqual([[orderId, 'text']])
    expect(await find('C9988776')).toEqual([[orderId, 'passport']])
    expect((await search(String(orderId))).data[0]?.telephone).toBe('+49 1601234567')
    expect(await find('wu li')).toEqual([])
  })

  test('travellers are found no more once the declaration is erased, the applicant is', async () => {
    const orderId = ids.mueller ?? 0
    await inTransaction(app.platform.db, (tx) =>
      eraseOrder(
        { ...backgroundCall(app.platform, { kind: 'job', name: 'Retention' }), tx },
        orderId,
        () => 'details',
      ),
    )
    expect(await find('hasenfuss')).toEqual([])
    expect(await find('C9988776')).toEqual([])
    expect(await words()).not.toContain('hasenfuss')
    expect(await find('jürgen müller')).toEqual([[orderId, 'text']])
  })
})

test('a restricted order is found by Admins alone', async () => {
  const orderId = await create({
    arrival_full_name: 'Restricta Person',
    arrival_passport_number: 'R7788990',
    familyMember: [{ family_member_name: 'Verborgen', family_passport_number: 'V7788990' }],
  })
  await app.owner
    .updateTable('orders')
    .set({ restricted_at: new Date() })
    .where('order_id', '=', orderId)
    .execute()
  for (const text of [
    'restricta',
    'person restricta',
    'restricda',
    'R7788990',
    'verborgen',
    'V7788990',
    String(orderId),
  ]) {
    expect(await find(text, 'Manager'), text).toEqual([])
    expect(await search(text, 'deletedOrder', 'Manager'), text).not.toHaveProperty('elsewhere')
    expect((await find(text, 'Admin'))[0]?.[0], text).toBe(orderId)
  }
})

test('the eight newest matches are returned, each once, with the number of all; all where they are asked for', async () => {
  const ids = []
  for (let count = 0; count < 9; count++) ids.unshift(await create({ arrival_full_name: 'Many Alike' }))
  expect(await find('many alike')).toEqual(ids.slice(0, 8).map((id) => [id, 'text']))
  for (const text of ['many alike', 'mani alike']) {
    const few = await app.as('Telecaller').call(findOrders, { body: { text } })
    expect([few.body.data.length, few.body.count, few.body.more]).toEqual([8, 9, false])
    const all = await app.as('Telecaller').call(findOrders, { body: { text, limit: 500 } })
    expect(all.body.data.map(({ order_id }) => order_id)).toEqual(ids)
  }
  const { http } = await app.as('Team').call(findOrders, { body: { text: 'many', limit: 501 } })
  expect(http).toBe(400)
})

test('a search is recorded with its length and the orders found', async () => {
  const orderId = await create({ arrival_full_name: 'Recorded Search' })
  await find(' recorded ')
  const entry = await app.owner
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(entry).toEqual({
    action: 'searched',
    details: { what: 'all queues', letters: 8, found: 1, orders: [orderId] },
  })
})

test('indexed words follow a correction, and are deleted with the last order that has them', async () => {
  const orderId = await create({ arrival_full_name: 'Firstname Oldsurname' })
  const other = await create({ arrival_full_name: 'Firstname Elsewhere' })
  expect(await words()).toEqual(expect.arrayContaining(['firstname', 'oldsurname', 'elsewhere']))
  await app.call(
    correctOrder,
    { body: { orderId, changes: { arrival_full_name: 'Firstname Newsurname' }, reason: 'Misread' } },
    { token: tokenOf('Team') },
  )
  expect(await words()).not.toContain('oldsurname')
  expect(await find('newsurnane')).toEqual([[orderId, 'one letter apart']])
  await app.owner
    .updateTable('orders')
    .set({ search_text: String(other) })
    .where('order_id', '=', other)
    .execute()
  expect(await words()).not.toContain('elsewhere')
  expect(await words()).toContain('firstname')
})
