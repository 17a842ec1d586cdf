import { describe, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { resendMail } from '#contract/documents.ts'
import { saveDispute } from '#contract/disputes.ts'
import { moveOrders } from '#contract/moves.ts'
import { getOrder, saveTransaction } from '#contract/order-details.ts'
import { listOrders, searchOrders } from '#contract/orders.ts'
import { addRemark } from '#contract/remarks.ts'
import { createChance } from '#server/demo/random.ts'
import { correctAtOnce } from '../support/correcting-members.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ clock: () => new Date('2026-11-21T03:00:00Z') })
const team = app.as('Team')

const correct = (orderId: number, changes: Record<string, unknown>, reason = 'She wrote so') =>
  team.call(correctOrder, { body: { orderId, changes, reason } })
const idsFound = async (searchVal: string) =>
  (await team.call(searchOrders, { body: { searchVal, folderName: 'allOrder', end: 50 } })).body.data.map(
    (row) => row.order_id,
  )

test('a corrected name is listed and found by search, and the event keeps the old one', async () => {
  const orderId = await createTestOrder(app, { arrival_full_name: 'Tuyet Anh Wrong' })
  const { http, body } = await correct(orderId, { arrival_full_name: 'Nguyễn Thị Ánh Tuyết' })
  expect(http).toBe(200)
  expect(body).toMatchObject({
    message: 'Order has been corrected successfully.',
    data: { changed: ['arrival_full_name'] },
  })
  expect(await idsFound('anh tuyet')).toEqual([orderId])
  expect(await idsFound('anh wrong')).toEqual([])
  const order = await team.order(orderId)
  expect(order['arrival_full_name']).toBe('Nguyễn Thị Ánh Tuyết')
  expect(order.events[0]).toMatchObject({
    action: 'corrected',
    by: memberNames.Team,
    details: {
      reason: 'She wrote so',
      fields: ['arrival_full_name'],
      changes: { arrival_full_name: { from: 'Tuyet Anh Wrong', to: 'Nguyễn Thị Ánh Tuyết' } },
    },
  })
  const rows = await app.platform.db
    .selectFrom('order_events')
    .select('details')
    .where('order_id', '=', orderId)
    .execute()
  expect(JSON.stringify(rows)).not.toContain('Tuyet Anh Wrong')
})

test('a corrected travel date moves a future order to the queue of its window (product §2)', async () => {
  const orderId = await createTestOrder(app, { arrival_doa: '2027-03-10' })
  expect(await team.order(orderId)).toMatchObject({
    processing_mode: 'future',
    process_month: '2027-03',
    due_at: '2027-03-07T17:00:00Z',
  })
  await correct(orderId, { arrival_doa: '2026-11-23' })
  const { body } = await team.call(listOrders, { params: { orderName: 'newOrder' }, query: { limit: 500 } })
  expect(body.data.map((row) => row.order_id)).toContain(orderId)
  expect(await team.order(orderId)).toMatchObject({
    processing_mode: 'future',
    travel_date: '2026-11-23',
    // 24 h after its window opened have passed: an hour after it came.
    due_at: '2026-11-21T04:00:00Z',
  })
})

test('a travel day that cannot be meant keeps its order in New with a stop, refuses from a member, and gives the mode back (product §16)', async () => {
  const orderId = await createTestOrder(app, { processing_mode: 'priority', arrival_doa: '2569-11-23' })
  const queueOf = async () => {
    const lists = ['newOrder', 'priorityOrder'] as const
    const found = await Promise.all(
      lists.map((orderName) => team.call(listOrders, { params: { orderName }, query: { limit: 500 } })),
    )
    return lists.filter((_, at) => found[at]?.body.data.some((row) => row.order_id === orderId))
  }
  expect(await queueOf()).toEqual(['newOrder'])
  const order = await team.order(orderId)
  expect(order.due_at).toBe('2026-11-21T07:00:00Z')
  expect(order.preflight?.findings[0]).toMatchObject({
    code: 'travel-not-meant',
    severity: 'stop',
    message: 'Arrival 23-11-2569 cannot be meant. Perhaps 23-11-2026.',
  })
  for (const [date, message] of [
    ['2570-01-02', '02-01-2570 cannot be meant. Perhaps 02-01-2027.'],
    ['0206-11-23', 'arrival_doa must be a date (YYYY-MM-DD). Perhaps 23-11-2026.'],
  ] as const)
    expect(await correct(orderId, { arrival_doa: date })).toMatchObject({
      http: 400,
      body: { errors: { arrival_doa: message } },
    })
  await correct(orderId, { arrival_place: 'Batam' })
  expect(await queueOf()).toEqual(['newOrder'])
  await correct(orderId, { arrival_doa: '2026-11-23' })
  expect(await queueOf()).toEqual(['priorityOrder'])
  expect((await team.order(orderId)).due_at).toBe('2026-11-21T07:00:00Z')
})

test('correcting e-mail, family and goods replaces them as a whole and keeps payment facts and transaction', async () => {
  const orderId = await createTestOrder(app, {
    email: 'old@example.com',
    transaction_id: 'pi_1',
    card_last4: '4242',
  })
  const other = await team.order(await createTestOrder(app))
  const family = [{ family_member_name: 'Trần Văn Hải', family_relationship: 'Husband' }]
  await correct(orderId, { email: 'new@example.com', familyMember: family })
  const order = await team.order(orderId)
  expect(order.email).toBe('new@example.com')
  expect(order.familyMember).toMatchObject(family)
  expect(order.transaction_id).toBe('pi_1')
  expect(await idsFound('pi_1')).toContain(orderId)
  expect(await idsFound('old@example')).toEqual([])
  expect(await team.order(other.order_id)).toEqual(other)
})

test.each([
  [{ arrival_doa: '2026-02-30' }, 400, /arrival_doa must be a date/],
  [{ landing_domain: 'evil.example' }, 400, /landing_domain cannot be corrected\./],
  [{ card_last4: '1111' }, 400, /card_last4 cannot be corrected\./],
  [{}, 400, /Nothing was changed\./],
])('%o is refused', async (changes, http, message) => {
  const orderId = await createTestOrder(app)
  const before = await team.order(orderId)
  const refused = await correct(orderId, changes)
  expect(refused.http).toBe(http)
  expect(refused.body.message).toMatch(message)
  expect(await team.order(orderId)).toEqual(before)
})

test('after a correction of the e-mail, prior transactions are matched by the new address only', async () => {
  const keysOf = (orderId: number) =>
    app.platform.db
      .selectFrom('order_evidence_keys')
      .select(['kind', 'hash'])
      .where('order_id', '=', orderId)
      .orderBy('hash')
      .execute()
  const as = (email: string) => ({ email, arrival_email: email, device_id: 'device 1' })
  const wrong = await createTestOrder(app, as('wrong@example.com'))
  const right = await createTestOrder(app, as('right@example.com'))
  expect(await keysOf(wrong)).not.toEqual(await keysOf(right))
  await correct(wrong, { email: 'right@example.com', arrival_email: 'right@example.com' })
  expect(await keysOf(wrong)).toEqual(await keysOf(right))
})

test('a correction without a reason is refused, and an unknown order answers 404', async () => {
  const orderId = await createTestOrder(app)
  const none = await correct(orderId, { arrival_full_name: 'X' }, '  ')
  expect(none.body.errors).toEqual({ reason: 'Please enter a reason.' })
  expect((await correct(999_999_999, { arrival_full_name: 'X' })).http).toBe(404)
})

test('two concurrent corrections are both applied, each with its event', async () => {
  const orderId = await createTestOrder(app)
  await Promise.all([
    correct(orderId, { arrival_full_name: 'First Field' }),
    correct(orderId, { arrival_place_of_birth: 'Đà Nẵng' }),
  ])
  const order = await team.order(orderId)
  expect(order['arrival_full_name']).toBe('First Field')
  expect(order['arrival_place_of_birth']).toBe('Đà Nẵng')
  expect(order.events.filter((event) => event.action === 'corrected')).toHaveLength(2)
})

describe('a correction that knows its revision (product §5)', () => {
  const admin = app.as('Admin')
  const budi = { family_member_name: 'Budi', family_passport_number: 'C1' }
  const ani = { family_member_name: 'Ani', family_passport_number: 'C2' }
  const correctAs = (as: typeof team, orderId: number, revision: number, changes: Record<string, unknown>) =>
    as.call(correctOrder, { body: { orderId, changes, reason: 'As the passport says', revision } })

  test('is merged with what others changed since, field by field and row by row, and names them', async () => {
    const orderId = await createTestOrder(app, { arrival_full_name: 'Siti', familyMember: [budi] })
    const { revision } = await team.order(orderId)
    const first = await correctAs(admin, orderId, revision, {
      arrival_full_name: 'Siti Rahma',
      familyMember: [budi, ani],
    })
    expect(first.body.data).toMatchObject({ revision: revision + 1, meanwhile: [] })
    const passport = { ...budi, family_passport_number: 'C9' }
    const second = await correctAs(team, orderId, revision, {
      arrival_place_of_birth: 'Medan',
      familyMember: [passport],
    })
    const { by, at } = { by: memberNames.Admin, at: '2026-11-21T03:00:00Z' }
    expect(second).toMatchObject({
      http: 200,
      body: {
        message: `Order has been corrected successfully. ${by} changed the order’s data meanwhile.`,
        data: {
          changed: ['arrival_place_of_birth', 'familyMember'],
          revision: revision + 2,
          meanwhile: [
            { field: 'arrival_full_name', was: 'Siti', now: 'Siti Rahma', by, at },
            { field: 'familyMember.1', was: null, now: ani, by, at },
          ],
        },
      },
    })
    expect(await team.order(orderId)).toMatchObject({
      revision: revision + 2,
      arrival_full_name: 'Siti Rahma',
      arrival_place_of_birth: 'Medan',
      familyMember: [passport, ani],
    })
  })

  test('stores nothing where the same was changed, and tells who changed it, when, from what to what', async () => {
    const orderId = await createTestOrder(app, { arrival_full_name: 'Siti', familyMember: [budi] })
    const { revision } = await team.order(orderId)
    await correctAs(admin, orderId, revision, {
      arrival_full_name: 'Siti R',
      familyMember: [{ ...budi, family_relationship: 'Son' }],
    })
    const before = await team.order(orderId)
    const mine = {
      arrival_full_name: 'Siti Rahma',
      arrival_place_of_birth: 'Medan',
      familyMember: [ani, { ...budi, family_relationship: 'Nephew' }],
    }
    const { http, body } = await correctAs(team, orderId, revision, mine)
    const told = { by: memberNames.Admin, at: '2026-11-21T03:00:00Z' }
    expect([http, body]).toMatchObject([
      409,
      {
        message: `${memberNames.Admin} changed the same meanwhile. Nothing was stored.`,
        data: {
          revision: revision + 1,
          conflicts: [
            { field: 'arrival_full_name', was: 'Siti', theirs: 'Siti R', mine: 'Siti Rahma', ...told },
            { field: 'familyMember.1.family_relationship', was: '', theirs: 'Son', mine: 'Nephew', ...told },
          ],
        },
      },
    ])
    expect(await team.order(orderId)).toEqual(before)
    expect((await correctAs(team, orderId, revision + 1, mine)).http).toBe(200)
    expect((await team.order(orderId))['arrival_full_name']).toBe('Siti Rahma')
    const same = await correctAs(admin, orderId, revision + 1, { arrival_place_of_birth: 'Medan' })
    expect(same.body).toMatchObject({
      message: `The order had been corrected so already. ${memberNames.Team} changed the order’s data meanwhile.`,
      data: { changed: [], revision: revision + 2 },
    })
    expect((await correctAs(team, orderId, revision + 3, mine)).http).toBe(400)
  })

  const rounds = Number(process.env['CORRECTION_ROUNDS'] ?? 3)
  test('of two members in random interleavings loses nothing and leaves neither untold', async () => {
    const seed = Number(process.env['CORRECTION_SEED'] ?? 1)
    const faults: string[] = []
    for (let round = 0; round < rounds; round++) {
      const familyMember = [
        { family_member_name: 'Budi 1', family_passport_number: 'C1', family_relationship: 'as 1' },
        { family_member_name: 'Ani 1', family_relationship: 'as 2' },
      ]
      const details = [
        { group: 'purchase', description_of_Goods: 'goods 1', value: 'value 1' },
        { group: 'cigarettes', description_of_Goods: 'goods 2', value: 'value 2' },
      ]
      const orderId = await createTestOrder(app, {
        familyMember,
        importingGoods: [{ animals: 'No', details }],
      })
      const chance = createChance(seed * 1_000_000 + round)
      const found = await correctAtOnce(orderId, [team, admin], chance)
      faults.push(...found.map((fault) => `round ${round}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  test('transaction and chargeback details, and the e-mail of a resend, are held to it too', async () => {
    const orderId = await createTestOrder(app, { transaction_id: 'tx_1', email: 'one@example.com' })
    await team.call(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
    const { revision } = await team.order(orderId)
    const save = (transactionId: string, merchantName: string) =>
      team.call(saveTransaction, { body: { orderId, transactionId, merchantName, revision } })
    await admin.call(saveTransaction, { body: { orderId, transactionId: 'tx_1', merchantName: 'Xendit' } })
    expect((await save('tx_2', 'Stripe')).body).toMatchObject({
      data: {
        conflicts: [{ field: 'merchant_name', theirs: 'Xendit', mine: 'Stripe', by: memberNames.Admin }],
      },
    })
    expect((await save('tx_2', '')).http).toBe(400)
    expect((await save('tx_2', 'Xendit')).http).toBe(200)
    const dispute = (dueOn: string) =>
      team.call(saveDispute, { body: { orderId, dueOn, reasonCode: '', outcome: '', revision } })
    expect((await dispute('2026-12-01')).body).toMatchObject({
      data: { revision: revision + 3, meanwhile: [{ field: 'transaction_id' }, { field: 'merchant_name' }] },
    })
    expect((await dispute('2026-12-02')).http).toBe(409)
    expect(await team.order(orderId)).toMatchObject({
      transaction_id: 'tx_2',
      merchant_name: 'Xendit',
      dispute_due_on: '2026-12-01',
    })
    await correct(orderId, { email: 'two@example.com' })
    const resent = await team.call(resendMail, {
      body: { orderId, email: 'three@example.com', correctEmail: true, revision },
    })
    expect([resent.http, (await team.order(orderId)).email]).toEqual([409, 'two@example.com'])
  })
})

test('remarks are listed newest first with their flags, in EST (spec §3; product §3, §5)', async () => {
  const orderId = await createTestOrder(app)
  const add = (remark: string, flags: object = {}) =>
    team.call(addRemark, { body: { orderId, remark, remarkerName: 'Somebody Else', ...flags } })
  const empty = await add('   ')
  expect(empty.http).toBe(400)
  expect(empty.body.errors).toEqual({ remark: 'Please enter your remark' })
  await add('first')
  await add('<b>second</b>', { whatsapp: 'Y', voided: 'Y', chargeBack: 'Y' })
  expect((await team.order(orderId)).remark).toMatchObject([
    {
      remark: '<b>second</b>',
      remark_name: memberNames.Team,
      us_date: '11-20-2026',
      us_time: '22:00:00',
      whatsapp: 'Y',
      telephone: '',
      status_refund: '',
      voided: 'Y',
      chargeback: 'Y',
      report_error: '',
    },
    { remark: 'first', whatsapp: '' },
  ])
  const read = async (historyRows: number) =>
    (await team.call(getOrder, { params: { orderId }, query: { historyRows } })).body.orderDetails
  expect(await read(1)).toMatchObject({ remark: [{ remark: '<b>second</b>' }], has_older_history: true })
  expect(await read(20)).toMatchObject({ remark: [{}, { remark: 'first' }], has_older_history: false })
})

test('transaction details and chargeback are recorded in the four disputable statuses only, with the values they replace (spec §4)', async () => {
  const orderId = await createTestOrder(app, { transaction_id: 'old_tx' })
  const transaction = () =>
    team.call(saveTransaction, { body: { orderId, transactionId: 'new_tx_99', merchantName: 'Xendit' } })
  const dispute = () =>
    team.call(saveDispute, { body: { orderId, dueOn: '2026-12-01', reasonCode: '10.4', outcome: '' } })
  expect((await transaction()).http).toBe(409)
  expect((await dispute()).http).toBe(409)
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
  const other = await team.order(await createTestOrder(app))
  expect((await transaction()).http).toBe(200)
  expect((await dispute()).http).toBe(200)
  const order = await team.order(orderId)
  expect(order).toMatchObject({
    transaction_id: 'new_tx_99',
    merchant_name: 'Xendit',
    dispute_due_on: '2026-12-01',
    dispute_reason_code: '10.4',
    dispute_outcome: null,
  })
  expect(order.events[1]?.details).toMatchObject({ transaction_id: { from: 'old_tx', to: 'new_tx_99' } })
  expect(await idsFound('new_tx_99')).toEqual([orderId])
  expect(await idsFound('old_tx')).toEqual([])
  expect(await team.order(other.order_id)).toEqual(other)
  const missing = await team.call(saveTransaction, { body: { orderId, transactionId: '', merchantName: '' } })
  expect(missing.body.errors).toEqual({
    transactionId: 'Please enter your Transaction Id',
    merchantName: 'Please enter your Merchant Name',
  })
})

test('a name or number too long to index is stored from a site but not searchable, and refused from a member', async () => {
  const passport = 'C4881027'.repeat(20)
  const family_member_name = 'Anh '.repeat(70)
  const member = { family_member_name, family_passport_number: passport }
  const sent = { arrival_full_name: `${'Tuyet '.repeat(40)}Verylongword`, arrival_passport_number: passport }
  const orderId = await createTestOrder(app, { ...sent, familyMember: [member] })
  await createTestOrder(app, { ...sent, arrival_full_name: 'Ana' })
  const order = await team.order(orderId)
  expect(order).toMatchObject({ ...sent, familyMember: [member] })
  expect(order.preflight?.findings).toMatchObject([
    {
      code: 'too-long',
      severity: 'stop',
      fields: [
        'arrival_full_name',
        'arrival_passport_number',
        'familyMember.0.family_member_name',
        'familyMember.0.family_passport_number',
      ],
    },
  ])
  expect(await idsFound('verylongword')).toEqual([])
  const { body } = await team.call(listOrders, { params: { orderName: 'newOrder' }, query: { limit: 500 } })
  const row = body.data.find((one) => one.order_id === orderId)
  expect(row?.arrival_full_name).toBe(`${sent.arrival_full_name.slice(0, 200)}…`)

  const tooLong = { family_member_name: 'Binh', family_passport_number: `${passport}9` }
  const refused = await correct(orderId, {
    familyMember: [member, tooLong],
    arrival_passport_number: 'A'.repeat(41),
  })
  expect(refused.http).toBe(400)
  const message = 'An identity number has at most 40 characters.'
  expect(refused.body.errors).toEqual({
    'familyMember.1.family_passport_number': message,
    arrival_passport_number: message,
  })
  const taken = await correct(orderId, { familyMember: [{ ...member, family_relationship: 'Son' }] })
  expect(taken.http).toBe(200)
})
