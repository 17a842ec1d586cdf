import { beforeAll, describe, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { moveOrders } from '#contract/moves.ts'
import { findOrders } from '#contract/orders.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
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

test('a restricted order is found by Admins alone', async () => {
  const orderId = await create({ arrival_full_name: 'Restricta Person', arrival_passport_number: 'R7788990' })
  await app.owner
    .updateTable('orders')
    .set({ restricted_at: new Date() })
    .where('order_id', '=', orderId)
    .execute()
  for (const text of ['restricta', 'person restricta', 'restricda', 'R7788990', String(orderId)]) {
    expect(await find(text, 'Manager'), text).toEqual([])
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
