import { expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const team = app.as('Team')
const admin = app.as('Admin')

const householdOf = async (orderId: number, as = team) =>
  (await as.order(orderId)).household.map(({ order_id: id }) => id)
const day = { arrival_doa: '2027-03-04' }
const restrict = (orderId: number) =>
  app.owner.updateTable('orders').set({ restricted_at: new Date() }).where('order_id', '=', orderId).execute()

let families = 0
/** Orders of one buyer and day, each with its own traveller. */
async function aHousehold(count: number): Promise<number[]> {
  families += 1
  const ids: number[] = []
  for (let index = 0; index < count; index++)
    ids.push(await createTestOrder(app, { ...day, email: `family${families}@example.com` }))
  return ids
}

test('orders with the same day and buyer, card or billing address are a household, in any spelling', async () => {
  const first = await createTestOrder(app, {
    ...day,
    email: 'Maria@Example.com',
    card_fingerprint: 'fp_1',
    billing_address: 'Jl. Melati 5, Jakarta',
  })
  const sameBuyer = await createTestOrder(app, { ...day, email: 'maria@example.com' })
  const sameCard = await createTestOrder(app, { ...day, card_fingerprint: 'fp_1' })
  const sameAddress = await createTestOrder(app, { ...day, billing_address: 'JL MELATI 5 JAKARTA' })
  await createTestOrder(app, { arrival_doa: '2027-03-05', email: 'maria@example.com' })
  await createTestOrder(app, { ...day, arrival_hotel_name: 'Jl. Melati 5, Jakarta' })
  expect(await householdOf(first)).toEqual([sameBuyer, sameCard, sameAddress])
  expect(await householdOf(sameCard)).toEqual([first])
})

test('the last four digits of a card match only with its brand and holder', async () => {
  const card = { ...day, card_brand: 'Visa', card_last4: '4242' }
  const first = await createTestOrder(app, { ...card, cardholder_name: 'Maria Rossi' })
  const same = await createTestOrder(app, { ...card, cardholder_name: 'MARIA ROSSI' })
  await createTestOrder(app, card)
  await createTestOrder(app, { ...card, cardholder_name: 'Budi Santoso' })
  expect(await householdOf(first)).toEqual([same])
})

test('restricted orders are listed for Admins only, and deleted orders for no role', async () => {
  const [first = 0, second = 0, third = 0] = await aHousehold(3)
  await admin.call(moveOrders, { body: { orderId: third, updatingStatus: 'Deleted' } })
  await restrict(second)
  expect(await householdOf(first)).toEqual([])
  expect(await householdOf(first, admin)).toEqual([second])
  const { household } = await admin.order(first)
  expect(household).toEqual([
    {
      order_id: second,
      name: expect.stringMatching(/^Traveller/),
      process_status: 'New',
      is_assigned: false,
      due_at: expect.any(String),
      window_opens_on: '2027-03-01',
      travel_date: '2027-03-04',
      processing_date: null,
    },
  ])
})

test('another open order with the passport and day of a family member is found', async () => {
  const family = [{ family_member_name: 'Ani', family_passport_number: 'C 888-0001' }]
  const first = await createTestOrder(app, { ...day, familyMember: family })
  const second = await createTestOrder(app, { ...day, arrival_passport_number: 'c8880001' })
  const found = async (orderId: number) =>
    (await team.order(orderId)).preflight?.findings.filter(({ code }) => code === 'passport-other-order')
  expect(await found(first)).toMatchObject([
    { fields: ['familyMember.0.family_passport_number'], orders: [second] },
  ])
  expect(await found(second)).toMatchObject([{ fields: ['arrival_passport_number'], orders: [first] }])
})

const upload = async (orderId: number, alsoFor: string, fields: Record<string, unknown> = {}, as = team) =>
  as.call(uploadDocument, {
    body: { orderId, email: 'buyer@example.com', alsoFor, ...fields },
    file: asFile(await aPdf(), 'family.pdf'),
  })
const stored = (orderIds: readonly number[]) =>
  app.platform.db
    .selectFrom('documents as d')
    .innerJoin('mails as m', 'm.document_id', 'd.id')
    .select(['d.order_id', 'd.stored_as', 'm.recipient', 'm.state'])
    .where('d.order_id', 'in', [...orderIds])
    .orderBy('d.order_id')
    .execute()

test('one file becomes the document of all waiting orders of a household, each with its row, file and mail, and one undo (product §12)', async () => {
  const ids = await aHousehold(3)
  const [first = 0, second = 0, third = 0] = ids
  const { http, body } = await upload(first, `${third},${second}`)
  expect(http, body.message).toBe(200)
  expect(body).toMatchObject({
    message: 'Document has been uploaded. Their mails are kept here in 10 s, not sent.',
    data: { completed: true, alsoFor: [third, second] },
  })
  const rows = await stored(ids)
  expect(rows.map(({ order_id: id, recipient }) => [id, recipient])).toEqual([
    [first, 'buyer@example.com'],
    [second, `family${families}@example.com`],
    [third, `family${families}@example.com`],
  ])
  expect(new Set(rows.map(({ stored_as: name }) => name)).size).toBe(3)
  for (const id of ids) expect(await team.order(id)).toMatchObject({ process_status: 'Completed' })

  const undone = await team.call(undo, { body: { undo: body.data.undo ?? '' } })
  expect(undone.body.data).toMatchObject({ skipped: [] })
  expect(undone.body.data.updated.toSorted((a, b) => a - b)).toEqual(ids)
  for (const id of ids) expect(await team.order(id)).toMatchObject({ process_status: 'New', uploadDoc: [] })
  expect((await stored(ids)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('an order that is not of the household, restricted, or finished is refused with 409, and nothing is stored', async () => {
  const ids = await aHousehold(3)
  const [first = 0, second = 0, third = 0] = ids
  const stranger = await createTestOrder(app, day)
  const refusal = async (alsoFor: string, fields = {}) => {
    const { http, body } = await upload(first, alsoFor, fields)
    return [http, body.message]
  }
  expect(await refusal(`${second},${stranger}`)).toEqual([
    409,
    `Order ${stranger} is not of the journey of order ${first}.`,
  ])
  expect(await refusal(String(second), { traveller: 0 })).toEqual([
    400,
    'A document of one traveller is of one order.',
  ])
  expect((await refusal('2000001 or 1'))[0]).toBe(400)
  await restrict(second)
  expect(await refusal(String(second))).toEqual([
    403,
    `Order ${second} is restricted, as its customer asked: only an Admin can see it and work on it.`,
  ])
  await team.call(moveOrders, { body: { orderId: third, updatingStatus: 'Completed' } })
  expect((await refusal(String(third)))[1]).toMatch(/^Order \d+ is Completed now/)
  expect(await stored([...ids, stranger])).toEqual([])
})

test('one of two concurrent uploads to a household succeeds, and each order has one document', async () => {
  const [first = 0, second = 0] = await aHousehold(2)
  const answers = await Promise.all([upload(first, String(second)), upload(second, String(first))])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  for (const id of [first, second]) expect((await team.order(id)).uploadDoc).toHaveLength(1)
})
