import { randomUUID } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listDisputes } from '#contract/disputes.ts'
import { listMailProblems } from '#contract/mail-problems.ts'
import { listOpenMessages } from '#contract/messages.ts'
import { assignOrders, moveOrders, undo } from '#contract/moves.ts'
import { listOrders } from '#contract/orders.ts'
import { listProposals } from '#contract/proposals.ts'
import { can, roles, type Role } from '#contract/rules/roles.ts'
import { figureList, figureNames, type FigureList } from '#contract/rules/shift-figures.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { shiftDesk } from '#contract/shift-desk.ts'
import type { MailState, Tables } from '#server/platform/db/tables.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../support/orders.ts'
import { storeReadProposal } from '../support/proposals.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** In Jakarta 17:00 of the 20th, in EST 05:00. */
const start = new Date('2026-11-20T10:00:00Z')
const today = '2026-11-20'

let now = start
const tokens = recordOf(roles, () => '')
const memberIds = recordOf(roles, () => 0)

const hoursFrom = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

async function place(
  columns: Updateable<Tables['orders']>,
  changes: Record<string, unknown> = {},
): Promise<number> {
  const orderId = await createTestOrder(app, changes)
  await app.owner.updateTable('orders').set(columns).where('order_id', '=', orderId).execute()
  return orderId
}

const insertMail = (orderId: number, state: MailState) =>
  app.owner
    .insertInto('mails')
    .values({
      order_id: orderId,
      ...sealContent(app.platform.seal, randomUUID(), { kind: 'invoice', subject: 'Invoice', props: {} }),
      recipient: 'wrong@example.com',
      provider: 'AWS',
      state,
      created_at: now,
      not_before: now,
      state_at: now,
    })
    .execute()

const insertDispute = (
  orderId: number,
  dueAt: Date | null,
  columns: Partial<Insertable<Tables['disputes']>> = {},
) =>
  app.owner
    .insertInto('disputes')
    .values({
      order_id: orderId,
      gateway: 'Stripe',
      stage: 'chargeback',
      reason: 'other',
      outcome: 'Open',
      opened_at: start,
      updated_at: start,
      received_at: start,
      state_rank: 0,
      due_at: dueAt,
      ...columns,
    })
    .execute()

const read = async (role: Role) => (await app.as(role).call(shiftDesk)).body.data

/** The total of the list that a figure opens. */
async function totalOf(list: FigureList, role: Role): Promise<number> {
  const as = { token: tokens[role] }
  if (list.of === 'replies') return (await app.call(listOpenMessages, {}, as)).body.count
  if (list.of === 'disputes') return (await app.call(listDisputes, { query: list.query }, as)).body.count
  if (list.of === 'proposals') return (await app.call(listProposals, {}, as)).body.count
  if (list.of === 'mails')
    return (await app.call(listMailProblems, { query: { state: list.states.join() } }, as)).body.count
  const { queue, filters, sort } = list
  const query = { ...filters, sort: sort.by, order: sort.order }
  return (await app.call(listOrders, { params: { orderName: queue }, query }, as)).body.count
}

const openOf = async (assignee: string) =>
  totalOf(
    {
      of: 'orders',
      queue: 'openOrder',
      filters: { assignee },
      sort: { by: 'due_at', order: 'asc' },
    },
    'Admin',
  )

let arrival = 0
let restricted = 0

const app = useTestApp({ clock: () => now })
beforeAll(async () => {
  for (const role of roles) tokens[role] = await app.signInAs(role)
  for (const { id, name } of await app.owner.selectFrom('members').select(['id', 'name']).execute())
    for (const role of roles) if (memberNames[role] === name) memberIds[role] = id

  const later = { due_at: hoursFrom(20), travel_date: '2026-12-20', window_opens_on: null }
  await place({ ...later, due_at: hoursFrom(-3) })
  await place({ ...later, due_at: hoursFrom(-2), assignee_id: memberIds.Team, process_status: 'Awaiting' })
  await place({ ...later, due_at: hoursFrom(-9), window_opens_on: '2026-11-22' })
  await place({ ...later, travel_date: '2026-11-19' })
  for (const minutes of [10, 30, 119]) await place({ ...later, due_at: hoursFrom(minutes / 60) })
  await place({ ...later, window_opens_on: today, assignee_id: memberIds.Manager })
  arrival = await place(
    { ...later, travel_date: today },
    { arrival_full_name: 'Maria Arrival', arrival_flight_number: 'QF 43' },
  )
  restricted = await place(
    { ...later, travel_date: today, restricted_at: start },
    { arrival_full_name: 'Hidden Arrival', arrival_flight_number: 'EK 398' },
  )
  await place({ ...later, travel_date: today }, { landing_domain: 'departure.pabean.example' })
  for (const state of ['bounced', 'failed', 'unknown', 'delivered'] as const)
    await insertMail(await place(later), state)
  await insertMail(restricted, 'unknown')
  now = hoursFrom(-1)
  await receiveReply(app, arrival)
  now = start
  await receiveReply(app, restricted)
  for (const orderId of [arrival, arrival, restricted]) await storeReadProposal(app, orderId)
  const disputed = await place({ ...later, process_status: 'ChargeBack' })
  await insertDispute(disputed, hoursFrom(-1))
  await insertDispute(disputed, hoursFrom(72))
  await insertDispute(disputed, hoursFrom(73))
  await insertDispute(disputed, hoursFrom(-9), { outcome: 'Won' })
  await insertDispute(disputed, hoursFrom(5), { settled_as: 'answered', settled_at: start })
  await insertDispute(restricted, hoursFrom(5))
  await insertDispute(disputed, null, { stage: 'warning' })
  for (const [order_id, hours] of [
    [disputed, -2],
    [arrival, -1],
  ] as const)
    await app.owner
      .insertInto('customer_requests')
      .values({ order_id, about: 'twice', asked_at: hoursFrom(hours) })
      .execute()
})

test.each(roles)('for %s each figure is the total of the list that it opens', async (role) => {
  const { figures } = await read(role)
  const seesRestricted = role === 'Admin'
  expect(recordOf(figureNames, (name) => figures[name].count)).toEqual({
    late: 2,
    missed: 1,
    soon: 3,
    opensToday: 1,
    arrivals: 2,
    mailsFailed: 2,
    mailsUnknown: seesRestricted ? 2 : 1,
    replies: seesRestricted ? 2 : 1,
    requests: role === 'Telecaller' ? 1 : 2,
    proposals: seesRestricted ? 3 : 2,
    disputes: seesRestricted ? 3 : 2,
    warnings: 1,
  })
  for (const name of figureNames)
    expect(await totalOf(figureList(name, can(role, 'seeOrderHistory')), role), name).toBe(
      figures[name].count,
    )
})

test('a figure has the number of unassigned orders and the earliest date', async () => {
  const { figures } = await read('Team')
  expect(figures.late).toEqual({
    count: 2,
    more: false,
    unassigned: 1,
    first: '2026-11-20T07:00:00Z',
  })
  expect(figures.opensToday).toEqual({ count: 1, more: false, unassigned: 0 })
  expect(figures.replies.first).toBe('2026-11-20T09:00:00Z')
  expect(figures.requests.first).toBe('2026-11-20T08:00:00Z')
  expect(figures.proposals).toEqual({ count: 2, more: false, certain: 0 })
  expect(figures.disputes.first).toBe('2026-11-20T09:00:00Z')
})

test('today’s arrivals are listed with the flight, restricted ones for Admins only', async () => {
  const told = async (role: Role) =>
    (await read(role)).arrivals.map(({ order_id: id, name, flight }) => [id, name, flight])
  expect(await told('Admin')).toEqual([
    [arrival, 'Maria Arrival', 'QF 43'],
    [restricted, 'Hidden Arrival', 'EK 398'],
  ])
  expect(await told('Manager')).toEqual([
    [arrival, 'Maria Arrival', 'QF 43'],
    [restricted, null, null],
  ])
})

test('members and promises are shown to Admin and Manager only, and open orders equal their lists (product §12)', async () => {
  for (const role of ['Team', 'Telecaller', 'Night Staff'] as const)
    expect(Object.keys(await read(role))).toEqual(['figures', 'silent_sites', 'arrivals'])
  for (const role of ['Admin', 'Manager'] as const) {
    const { team, promises } = await read(role)
    expect(promises?.map(({ day }) => day).slice(-2)).toEqual(['2026-11-19', today])
    expect(team?.members.map(({ name }) => name)).toEqual(Object.values(memberNames).toSorted())
    for (const { id, open } of team?.members ?? []) expect(open.count).toBe(await openOf(String(id)))
    expect(team?.unassigned).toEqual({ count: await openOf('nobody'), more: false })
  }
})

test('today’s completed orders are counted by hour of Jakarta, without undone ones and yesterday’s', async () => {
  const member = async () =>
    (await read('Manager')).team?.members.find(({ id }) => id === memberIds['Night Staff'])
  const as = { token: tokens['Night Staff'] }
  const move = async (updatingStatus: 'Completed' | 'Awaiting', at: string) => {
    now = new Date(at)
    const orderId = await createTestOrder(app)
    await app.call(assignOrders, { body: { orderId: [orderId], assignto: memberNames['Night Staff'] } }, as)
    return (await app.call(moveOrders, { body: { orderId: [orderId], updatingStatus } }, as)).body
  }
  await move('Completed', '2026-11-19T16:59:59Z')
  await move('Completed', '2026-11-19T17:00:00Z')
  await move('Completed', '2026-11-20T02:09:00Z')
  await move('Completed', '2026-11-20T02:01:00Z')
  await move('Awaiting', '2026-11-20T02:01:00Z')
  const { data } = await move('Completed', '2026-11-20T03:00:00Z')
  await app.call(undo, { body: { undo: data.undo ?? '' } }, as)
  now = hoursFrom(0.2)
  expect(await member()).toMatchObject({
    done: 3,
    is_here: false,
    marks: [
      { minute: 0, completed: 1, moved: 0 },
      { minute: 540, completed: 2, moved: 1 },
    ],
  })
  await read('Night Staff')
  expect(await member()).toMatchObject({ is_here: true, open: { count: 2 } })
  await app.owner
    .updateTable('members')
    .set({ removed_at: now })
    .where('id', '=', memberIds['Night Staff'])
    .execute()
  expect(await member()).toMatchObject({ is_here: false, done: 3 })
})
