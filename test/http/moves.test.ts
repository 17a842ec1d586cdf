import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignOrders, deleteOrders, moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { moves } from '#contract/rules/statuses.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let adminToken: string
let teamToken: string
let nightToken: string
let now = Date.parse('2026-11-21T03:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date(now) })
  adminToken = await app.signInAs('Admin')
  teamToken = await app.signInAs('Team')
  nightToken = await app.signInAs('Night Staff')
})
afterAll(() => app.stop())

const assign = (token: string, orderId: number | number[], assignto: string | null, more: object = {}) =>
  app.call(assignOrders, { body: { orderId, assignto, ...more } }, { token })
const move = (
  token: string,
  orderId: number | number[],
  updatingStatus: 'Awaiting' | 'Completed' | 'Refunds',
  more: object = {},
) => app.call(moveOrders, { body: { orderId, updatingStatus, ...more } }, { token })
const deleteFromList = (token: string, orderId: number | number[]) =>
  app.call(deleteOrders, { body: { orderId, updatingStatus: 'Deleted' } }, { token })
const undoMove = (token: string, undoToken: string | null) =>
  app.call(undo, { body: { undo: undoToken ?? '' } }, { token })
const orderDetails = async (orderId: number, token = adminToken) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
const isInQueue = async (queue: QueueName, orderId: number, token = adminToken) => {
  const { body } = await app.call(
    listOrders,
    { params: { orderName: queue }, query: { limit: 500 } },
    { token },
  )
  return body.data.some((row) => row.order_id === orderId)
}

describe('assign (product §2)', () => {
  test('claims unassigned New orders, which move to My Orders and Pending Orders', async () => {
    const ids = [await createTestOrder(app), await createTestOrder(app)]
    const { http, body } = await assign(teamToken, ids, memberNames.Team)
    expect(http).toBe(200)
    expect(body).toMatchObject({
      status: 1,
      message: 'Order has been assigned successfully',
      data: { updated: ids, skipped: [] },
    })
    const [first = 0] = ids
    expect(await isInQueue('myOrder', first, teamToken)).toBe(true)
    expect(await isInQueue('pendingOrder', first)).toBe(true)
    expect(await isInQueue('myOrder', first, nightToken)).toBe(false)
    expect(await isInQueue('newOrder', first)).toBe(false)
  })

  test('assigning an own order again succeeds without an event', async () => {
    const orderId = await createTestOrder(app)
    await assign(teamToken, orderId, memberNames.Team)
    const before = (await orderDetails(orderId)).events.length
    const { http, body } = await assign(teamToken, orderId, ` ${memberNames.Team.toUpperCase()} `)
    expect(http).toBe(200)
    expect(body.data).toEqual({ updated: [orderId], skipped: [], undo: null })
    expect((await orderDetails(orderId)).events).toHaveLength(before)
  })

  test('skips an order of another member with the reason; alone it answers 409', async () => {
    const [taken, free] = [await createTestOrder(app), await createTestOrder(app)]
    await assign(teamToken, taken, memberNames.Team)
    const both = await assign(nightToken, [taken, free], memberNames['Night Staff'])
    expect(both.body.data).toMatchObject({
      updated: [free],
      skipped: [{ orderId: taken, reason: `is with ${memberNames.Team}` }],
    })
    const alone = await assign(nightToken, taken, memberNames['Night Staff'])
    expect(alone.http).toBe(409)
    expect(alone.body).toMatchObject({ status: 0, message: `Order ${taken} is with ${memberNames.Team}.` })
  })

  test('assigning to others and taking over are for Admin and Manager only', async () => {
    const orderId = await createTestOrder(app)
    expect((await assign(teamToken, orderId, memberNames['Night Staff'])).http).toBe(403)
    expect((await assign(teamToken, orderId, memberNames.Team, { takeOver: true })).http).toBe(403)
    expect((await assign(adminToken, orderId, memberNames['Night Staff'])).http).toBe(200)
    expect((await assign(adminToken, orderId, memberNames.Team)).http).toBe(409)
    expect((await assign(adminToken, orderId, memberNames.Team, { takeOver: true })).http).toBe(200)
    expect((await orderDetails(orderId)).assign_to).toBe(memberNames.Team)
    expect((await assign(adminToken, orderId, 'Nobody At All')).http).toBe(404)
    const { events } = await orderDetails(orderId)
    expect((await assign(adminToken, orderId, memberNames.Team, { takeOver: true })).http).toBe(200)
    expect((await orderDetails(orderId)).events).toHaveLength(events.length)
    await move(adminToken, orderId, 'Awaiting')
    expect((await assign(adminToken, orderId, memberNames.Admin, { takeOver: true })).http).toBe(409)
  })

  test('releasing an own order succeeds, and one of another member or of nobody is refused', async () => {
    const orderId = await createTestOrder(app, { processing_mode: 'priority' })
    expect((await assign(teamToken, orderId, null)).http).toBe(409)
    await assign(teamToken, orderId, memberNames.Team)
    const refused = await assign(nightToken, orderId, null)
    expect(refused.http).toBe(403)
    expect(refused.body.message).toBe(`Order ${orderId} is with ${memberNames.Team}.`)
    expect((await assign(teamToken, orderId, null)).http).toBe(200)
    expect(await isInQueue('priorityOrder', orderId)).toBe(true)
    expect((await assign(adminToken, orderId, null)).http).toBe(409)
    await assign(teamToken, orderId, memberNames.Team)
    await move(teamToken, orderId, 'Awaiting')
    for (const token of [teamToken, adminToken]) expect((await assign(token, orderId, null)).http).toBe(409)
  })

  test('skips an order of another status, and answers 404 for an unknown one', async () => {
    const orderId = await createTestOrder(app)
    await move(adminToken, orderId, 'Awaiting')
    const skipped = await assign(teamToken, orderId, memberNames.Team)
    expect(skipped.http).toBe(409)
    expect(skipped.body.message).toBe(`Order ${orderId} is Awaiting Customer.`)
    const unknown = await assign(teamToken, 999_999_999, memberNames.Team)
    expect(unknown.http).toBe(404)
    expect(unknown.body.message).toBe('Order 999999999 does not exist.')
  })
})

describe('move', () => {
  test.each(moves.map((button) => button.to))('moving to %s succeeds and records an event', async (to) => {
    const orderId = await createTestOrder(app)
    const { http, body } = await app.call(
      moveOrders,
      { body: { orderId, updatingStatus: to, expectedStatus: 'New' } },
      { token: teamToken },
    )
    expect(http).toBe(200)
    expect(body.data.updated).toEqual([orderId])
    const order = await orderDetails(orderId)
    expect(order.process_status).toBe(to)
    expect(order.events[0]).toMatchObject({
      action: 'moved',
      by: memberNames.Team,
      from: 'New',
      to,
    })
    expect(order.processing_date === null).toBe(to !== 'Completed')
    expect(order.processed_by).toBe(to === 'Completed' ? memberNames.Team : null)
  })

  test('completing again updates the processing fields, and leaving Completed keeps them', async () => {
    const orderId = await createTestOrder(app)
    await move(teamToken, orderId, 'Completed')
    await move(nightToken, orderId, 'Refunds')
    expect((await orderDetails(orderId)).processed_by).toBe(memberNames.Team)
    now += 60_000
    await move(nightToken, orderId, 'Completed')
    const order = await orderDetails(orderId)
    expect(order.processed_by).toBe(memberNames['Night Staff'])
    expect(order.processing_date).toBe(new Date(now).toISOString().replace('.000', ''))
  })

  test('a stale move is refused with 409 and says who changed the status', async () => {
    const orderId = await createTestOrder(app)
    await move(nightToken, orderId, 'Completed', { expectedStatus: 'New' })
    const { http, body } = await move(teamToken, orderId, 'Awaiting', { expectedStatus: 'New' })
    expect(http).toBe(409)
    expect(body.message).toBe(`Order ${orderId} is Completed now: ${memberNames['Night Staff']} changed it.`)
    expect((await orderDetails(orderId)).process_status).toBe('Completed')
  })

  test('of two concurrent moves with the same expected status one succeeds and the other is refused with 409', async () => {
    const orderId = await createTestOrder(app)
    const outcomes = await Promise.all([
      move(teamToken, orderId, 'Awaiting', { expectedStatus: 'New' }),
      move(nightToken, orderId, 'Completed', { expectedStatus: 'New' }),
    ])
    expect(outcomes.map((outcome) => outcome.http).toSorted()).toEqual([200, 409])
    const moved = (await orderDetails(orderId)).events.filter((event) => event.action === 'moved')
    expect(moved).toHaveLength(1)
  })

  test('moving to the present status is refused, whatever status is expected', async () => {
    const orderId = await createTestOrder(app)
    await move(nightToken, orderId, 'Completed')
    for (const more of [{}, { expectedStatus: 'Completed' }]) {
      const { http, body } = await move(teamToken, orderId, 'Completed', more)
      expect(http).toBe(409)
      expect(body.message).toContain(`Order ${orderId} is Completed already`)
    }
  })

  test('moving to New and unknown fields are refused (product §5)', async () => {
    const orderId = await createTestOrder(app)
    const token = teamToken
    const toNew = await fetch(`${app.url}/api${moveOrders.path}`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ orderId, updatingStatus: 'New' }),
    })
    expect(toNew.status).toBe(400)
    expect(await toNew.json()).toMatchObject({ status: 0, errors: { updatingStatus: 'Unknown status.' } })
    const extra = await move(token, orderId, 'Awaiting', { status: 'Completed' })
    expect(extra.http).toBe(400)
    expect(extra.body.message).toBe('Unknown field status.')
    expect((await orderDetails(orderId)).process_status).toBe('New')
  })
})

describe('delete from a list', () => {
  test('Move to Delete is allowed to every role, for a single order', async () => {
    const [one, other] = [await createTestOrder(app), await createTestOrder(app)]
    const moveToDelete = (orderId: number[]) =>
      app.call(moveOrders, { body: { orderId, updatingStatus: 'Deleted' } }, { token: nightToken })
    expect(await moveToDelete([one, other])).toMatchObject({
      http: 400,
      body: { status: 0, message: 'Move to Delete takes one order.' },
    })
    expect((await orderDetails(one)).process_status).toBe('New')
    expect((await moveToDelete([one])).body.data.updated).toEqual([one])
  })

  test('an Admin deletes several orders, and already deleted ones are skipped with the reason', async () => {
    const [one, two] = [await createTestOrder(app), await createTestOrder(app)]
    await deleteFromList(adminToken, one)
    const { body } = await deleteFromList(adminToken, [one, two])
    expect(body.message).toBe('Order has been deleted successfully')
    expect(body.data).toMatchObject({
      updated: [two],
      skipped: [{ orderId: one, reason: 'is Deleted already' }],
    })
    expect(await isInQueue('deletedOrder', two)).toBe(true)
  })

  test('other roles may delete in the future queue only', async () => {
    const soon = await createTestOrder(app, { arrival_doa: '2026-11-22' })
    const later = await createTestOrder(app, { arrival_doa: '2027-02-01' })
    const { http, body } = await deleteFromList(teamToken, [soon, later])
    expect(http).toBe(200)
    expect(body.data.updated).toEqual([later])
    const refused = await deleteFromList(teamToken, soon)
    expect(refused.http).toBe(403)
    expect(await isInQueue('newOrder', soon)).toBe(true)
  })

  test('refuses any other status and permanent removal (spec §1)', async () => {
    const orderId = await createTestOrder(app)
    const send = (body: object) =>
      fetch(`${app.url}/api${deleteOrders.path}`, {
        method: 'PUT',
        headers: { authorization: adminToken, 'content-type': 'application/json' },
        body: JSON.stringify({ orderId, ...body }),
      }).then((response) => response.status)
    expect(await send({ updatingStatus: 'Completed' })).toBe(400)
    expect(await send({ updatingStatus: 'Deleted', permanentDeletedFlag: true })).toBe(400)
    expect((await orderDetails(orderId)).process_status).toBe('New')
    expect(await send({ updatingStatus: 'Deleted', permanentDeletedFlag: false })).toBe(200)
  })
})

describe('undo and restore (product §3)', () => {
  test('undo restores status, assignee and processing fields, once', async () => {
    const orderId = await createTestOrder(app)
    await assign(teamToken, orderId, memberNames.Team)
    const { body } = await move(teamToken, orderId, 'Completed')
    const back = await undoMove(teamToken, body.data.undo)
    expect(back.http).toBe(200)
    expect(back.body.data.updated).toEqual([orderId])
    expect(await orderDetails(orderId)).toMatchObject({
      process_status: 'New',
      assign_to: memberNames.Team,
      processing_date: null,
      processed_by: null,
    })
    const twice = await undoMove(teamToken, body.data.undo)
    expect(twice.http).toBe(409)
    expect(twice.body.message).toBe('This can no longer be undone.')
  })

  test('undo is refused to another member and after ten minutes', async () => {
    const orderId = await createTestOrder(app)
    const { body } = await deleteFromList(adminToken, orderId)
    expect((await undoMove(teamToken, body.data.undo)).http).toBe(409)
    now += 10 * 60_000
    expect((await undoMove(adminToken, body.data.undo)).http).toBe(409)
    expect((await orderDetails(orderId)).process_status).toBe('Deleted')
  })

  test('a bulk undo skips orders changed meanwhile, with the reason', async () => {
    const ids = [await createTestOrder(app), await createTestOrder(app)]
    const [first = 0, second = 0] = ids
    const { body } = await move(teamToken, ids, 'Awaiting')
    await move(nightToken, first, 'Completed')
    const back = await undoMove(teamToken, body.data.undo)
    expect(back.body.data).toEqual({
      updated: [second],
      skipped: [{ orderId: first, reason: 'was changed in the meantime' }],
      undo: null,
      mailed: [],
      mayBeMailed: [],
    })
    expect((await orderDetails(first)).process_status).toBe('Completed')
  })

  test('an undo that waits for a concurrent change is refused', async () => {
    const orderId = await createTestOrder(app)
    const { body } = await move(teamToken, orderId, 'Awaiting')
    const undone = await duringChange(
      app,
      (tx) =>
        tx
          .updateTable('orders')
          .set({ process_status: 'Completed', state_event_id: null })
          .where('order_id', '=', orderId)
          .execute(),
      () => undoMove(teamToken, body.data.undo),
    )
    expect(undone.http).toBe(409)
    expect((await orderDetails(orderId)).process_status).toBe('Completed')
  })

  test('of a concurrent undo and move exactly one succeeds', async () => {
    const orderId = await createTestOrder(app)
    const { body } = await move(teamToken, orderId, 'Awaiting')
    const [undone, moved] = await Promise.all([
      undoMove(teamToken, body.data.undo),
      move(nightToken, orderId, 'Completed', { expectedStatus: 'Awaiting' }),
    ])
    expect([undone.http, moved.http].toSorted()).toEqual([200, 409])
    expect((await orderDetails(orderId)).process_status).toBe(undone.http === 200 ? 'New' : 'Completed')
  })

  test('of a bulk change a restricted or an erased order stays as it is, and the others are undone', async () => {
    const ids = [await createTestOrder(app), await createTestOrder(app), await createTestOrder(app)]
    const [restricted = 0, erased = 0, other = 0] = ids
    const { body } = await move(teamToken, ids, 'Awaiting')
    const at = new Date()
    const set = (orderId: number, changes: { restricted_at?: Date; erased_at?: Date }) =>
      app.owner.updateTable('orders').set(changes).where('order_id', '=', orderId).execute()
    await set(restricted, { restricted_at: at })
    await set(erased, { erased_at: at })
    const back = await undoMove(teamToken, body.data.undo)
    expect(back.body.data).toMatchObject({
      updated: [other],
      skipped: [
        { orderId: restricted, reason: expect.stringMatching(/^is restricted/) },
        { orderId: erased, reason: expect.stringMatching(/^was erased/) },
      ],
    })
  })

  test('an order that returns to New drops a member who was removed', async () => {
    const orderId = await createTestOrder(app)
    const { id, name, email } = await app.addMember('Gone Soon', 'Team')
    const gone = await app.signInWith(email)
    await app.call(assignOrders, { body: { orderId, assignto: name } }, { token: gone })
    await move(gone, orderId, 'Completed')
    await app.owner.updateTable('members').set({ removed_at: new Date() }).where('id', '=', id).execute()
    await move(teamToken, orderId, 'Awaiting')
    expect((await orderDetails(orderId)).assign_to).toBe(name)
    await receiveReply(app, orderId, {})
    expect(await orderDetails(orderId)).toMatchObject({ process_status: 'New', assign_to: null })
  })

  test('the last event can be restored by its author, an Admin or a Manager', async () => {
    const orderId = await createTestOrder(app)
    await deleteFromList(adminToken, orderId)
    const asNight = await orderDetails(orderId, nightToken)
    expect(asNight.events[0]).toMatchObject({ action: 'deleted', can_restore: false })
    const event = (await orderDetails(orderId)).events[0]
    expect(event).toMatchObject({ can_restore: true })
    const eventId = event?.id ?? 0
    const refused = await app.call(restoreOrder, { body: { orderId, eventId } }, { token: nightToken })
    expect(refused.http).toBe(403)
    const manager = await app.signInAs('Manager')
    const restored = await app.call(restoreOrder, { body: { orderId, eventId } }, { token: manager })
    expect(restored.http).toBe(200)
    expect((await orderDetails(orderId)).process_status).toBe('New')
    const again = await app.call(restoreOrder, { body: { orderId, eventId } }, { token: manager })
    expect(again.http).toBe(409)
  })
})
