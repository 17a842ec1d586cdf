import { describe, expect, test } from 'vitest'
import { assignOrders, deleteOrders, moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { listOrders } from '#contract/orders.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { moves } from '#contract/rules/statuses.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp, type Caller } from '../support/use-test-app.ts'

let now = Date.parse('2026-11-21T03:00:00Z')

const app = useTestApp({ clock: () => new Date(now) })
const admin = app.as('Admin')
const team = app.as('Team')
const night = app.as('Night Staff')

const assign = (by: Caller, orderId: number | number[], assignto: string | null, more: object = {}) =>
  by.call(assignOrders, { body: { orderId, assignto, ...more } })
const move = (
  by: Caller,
  orderId: number | number[],
  updatingStatus: 'Awaiting' | 'Completed' | 'Refunds',
  more: object = {},
) => by.call(moveOrders, { body: { orderId, updatingStatus, ...more } })
const deleteFromList = (by: Caller, orderId: number | number[]) =>
  by.call(deleteOrders, { body: { orderId, updatingStatus: 'Deleted' } })
const undoMove = (by: Caller, undoToken: string | null) => by.call(undo, { body: { undo: undoToken ?? '' } })
const isInQueue = async (queue: QueueName, orderId: number, by = admin) => {
  const { body } = await by.call(listOrders, { params: { orderName: queue }, query: { limit: 500 } })
  return body.data.some((row) => row.order_id === orderId)
}

describe('assign (product §2)', () => {
  test('claims unassigned New orders, which move to My Orders and Pending Orders', async () => {
    const ids = [await createTestOrder(app), await createTestOrder(app)]
    const { http, body } = await assign(team, ids, memberNames.Team)
    expect(http).toBe(200)
    expect(body).toMatchObject({
      status: 1,
      message: 'Order has been assigned successfully',
      data: { updated: ids, skipped: [] },
    })
    const [first = 0] = ids
    expect(await isInQueue('myOrder', first, team)).toBe(true)
    expect(await isInQueue('pendingOrder', first)).toBe(true)
    expect(await isInQueue('myOrder', first, night)).toBe(false)
    expect(await isInQueue('newOrder', first)).toBe(false)
  })

  test('assigning an own order again succeeds without an event', async () => {
    const orderId = await createTestOrder(app)
    await assign(team, orderId, memberNames.Team)
    const before = (await admin.order(orderId)).events.length
    const { http, body } = await assign(team, orderId, ` ${memberNames.Team.toUpperCase()} `)
    expect(http).toBe(200)
    expect(body.data).toEqual({ updated: [orderId], skipped: [], undo: null })
    expect((await admin.order(orderId)).events).toHaveLength(before)
  })

  test('skips an order of another member with the reason; alone it answers 409', async () => {
    const [taken, free] = [await createTestOrder(app), await createTestOrder(app)]
    await assign(team, taken, memberNames.Team)
    const both = await assign(night, [taken, free], memberNames['Night Staff'])
    expect(both.body.data).toMatchObject({
      updated: [free],
      skipped: [{ orderId: taken, reason: `is with ${memberNames.Team}` }],
    })
    const alone = await assign(night, taken, memberNames['Night Staff'])
    expect(alone.http).toBe(409)
    expect(alone.body).toMatchObject({ status: 0, message: `Order ${taken} is with ${memberNames.Team}.` })
  })

  test('assigning to others and taking over are for Admin and Manager only', async () => {
    const orderId = await createTestOrder(app)
    expect((await assign(team, orderId, memberNames['Night Staff'])).http).toBe(403)
    expect((await assign(team, orderId, memberNames.Team, { takeOver: true })).http).toBe(403)
    expect((await assign(admin, orderId, memberNames['Night Staff'])).http).toBe(200)
    expect((await assign(admin, orderId, memberNames.Team)).http).toBe(409)
    expect((await assign(admin, orderId, memberNames.Team, { takeOver: true })).http).toBe(200)
    expect((await admin.order(orderId)).assign_to).toBe(memberNames.Team)
    expect((await assign(admin, orderId, 'Nobody At All')).http).toBe(404)
    const { events } = await admin.order(orderId)
    expect((await assign(admin, orderId, memberNames.Team, { takeOver: true })).http).toBe(200)
    expect((await admin.order(orderId)).events).toHaveLength(events.length)
    await move(admin, orderId, 'Awaiting')
    expect((await assign(admin, orderId, memberNames.Admin, { takeOver: true })).http).toBe(409)
  })

  test('releasing an own order succeeds, and one of another member or of nobody is refused', async () => {
    const orderId = await createTestOrder(app, { processing_mode: 'priority' })
    expect((await assign(team, orderId, null)).http).toBe(409)
    await assign(team, orderId, memberNames.Team)
    const refused = await assign(night, orderId, null)
    expect(refused.http).toBe(403)
    expect(refused.body.message).toBe(`Order ${orderId} is with ${memberNames.Team}.`)
    expect((await assign(team, orderId, null)).http).toBe(200)
    expect(await isInQueue('priorityOrder', orderId)).toBe(true)
    expect((await assign(admin, orderId, null)).http).toBe(409)
    await assign(team, orderId, memberNames.Team)
    await move(team, orderId, 'Awaiting')
    for (const token of [team, admin]) expect((await assign(token, orderId, null)).http).toBe(409)
  })

  test('skips an order of another status, and answers 404 for an unknown one', async () => {
    const orderId = await createTestOrder(app)
    await move(admin, orderId, 'Awaiting')
    const skipped = await assign(team, orderId, memberNames.Team)
    expect(skipped.http).toBe(409)
    expect(skipped.body.message).toBe(`Order ${orderId} is Awaiting Customer.`)
    const unknown = await assign(team, 999_999_999, memberNames.Team)
    expect(unknown.http).toBe(404)
    expect(unknown.body.message).toBe('Order 999999999 does not exist.')
  })
})

describe('move', () => {
  test.each(moves.map((button) => button.to))('moving to %s succeeds and records an event', async (to) => {
    const orderId = await createTestOrder(app)
    const { http, body } = await team.call(moveOrders, {
      body: { orderId, updatingStatus: to, expectedStatus: 'New' },
    })
    expect(http).toBe(200)
    expect(body.data.updated).toEqual([orderId])
    const order = await admin.order(orderId)
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
    await move(team, orderId, 'Completed')
    await move(night, orderId, 'Refunds')
    expect((await admin.order(orderId)).processed_by).toBe(memberNames.Team)
    now += 60_000
    await move(night, orderId, 'Completed')
    const order = await admin.order(orderId)
    expect(order.processed_by).toBe(memberNames['Night Staff'])
    expect(order.processing_date).toBe(new Date(now).toISOString().replace('.000', ''))
  })

  test('a stale move is refused with 409 and says who changed the status', async () => {
    const orderId = await createTestOrder(app)
    await move(night, orderId, 'Completed', { expectedStatus: 'New' })
    const { http, body } = await move(team, orderId, 'Awaiting', { expectedStatus: 'New' })
    expect(http).toBe(409)
    expect(body.message).toBe(`Order ${orderId} is Completed now: ${memberNames['Night Staff']} changed it.`)
    expect((await admin.order(orderId)).process_status).toBe('Completed')
  })

  test('of two concurrent moves with the same expected status one succeeds and the other is refused with 409', async () => {
    const orderId = await createTestOrder(app)
    const outcomes = await Promise.all([
      move(team, orderId, 'Awaiting', { expectedStatus: 'New' }),
      move(night, orderId, 'Completed', { expectedStatus: 'New' }),
    ])
    expect(outcomes.map((outcome) => outcome.http).toSorted()).toEqual([200, 409])
    const moved = (await admin.order(orderId)).events.filter((event) => event.action === 'moved')
    expect(moved).toHaveLength(1)
  })

  test('moving to the present status is refused, whatever status is expected', async () => {
    const orderId = await createTestOrder(app)
    await move(night, orderId, 'Completed')
    for (const more of [{}, { expectedStatus: 'Completed' }]) {
      const { http, body } = await move(team, orderId, 'Completed', more)
      expect(http).toBe(409)
      expect(body.message).toContain(`Order ${orderId} is Completed already`)
    }
  })

  test('moving to New and unknown fields are refused (product §5)', async () => {
    const orderId = await createTestOrder(app)
    const toNew = await fetch(`${app.url}/api${moveOrders.path}`, {
      method: 'PUT',
      headers: { authorization: await team.token(), 'content-type': 'application/json' },
      body: JSON.stringify({ orderId, updatingStatus: 'New' }),
    })
    expect(toNew.status).toBe(400)
    expect(await toNew.json()).toMatchObject({ status: 0, errors: { updatingStatus: 'Unknown status.' } })
    const extra = await move(team, orderId, 'Awaiting', { status: 'Completed' })
    expect(extra.http).toBe(400)
    expect(extra.body.message).toBe('Unknown field status.')
    expect((await admin.order(orderId)).process_status).toBe('New')
  })
})

describe('delete from a list', () => {
  test('Move to Delete is allowed to every role, for a single order', async () => {
    const [one, other] = [await createTestOrder(app), await createTestOrder(app)]
    const moveToDelete = (orderId: number[]) =>
      night.call(moveOrders, { body: { orderId, updatingStatus: 'Deleted' } })
    expect(await moveToDelete([one, other])).toMatchObject({
      http: 400,
      body: { status: 0, message: 'Move to Delete takes one order.' },
    })
    expect((await admin.order(one)).process_status).toBe('New')
    expect((await moveToDelete([one])).body.data.updated).toEqual([one])
  })

  test('an Admin deletes several orders, and already deleted ones are skipped with the reason', async () => {
    const [one, two] = [await createTestOrder(app), await createTestOrder(app)]
    await deleteFromList(admin, one)
    const { body } = await deleteFromList(admin, [one, two])
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
    const { http, body } = await deleteFromList(team, [soon, later])
    expect(http).toBe(200)
    expect(body.data.updated).toEqual([later])
    const refused = await deleteFromList(team, soon)
    expect(refused.http).toBe(403)
    expect(await isInQueue('newOrder', soon)).toBe(true)
  })

  test('refuses any other status and permanent removal (spec §1)', async () => {
    const orderId = await createTestOrder(app)
    const authorization = await admin.token()
    const send = (body: object) =>
      fetch(`${app.url}/api${deleteOrders.path}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ orderId, ...body }),
      }).then((response) => response.status)
    expect(await send({ updatingStatus: 'Completed' })).toBe(400)
    expect(await send({ updatingStatus: 'Deleted', permanentDeletedFlag: true })).toBe(400)
    expect((await admin.order(orderId)).process_status).toBe('New')
    expect(await send({ updatingStatus: 'Deleted', permanentDeletedFlag: false })).toBe(200)
  })
})

describe('undo and restore (product §3)', () => {
  test('undo restores status, assignee and processing fields, once', async () => {
    const orderId = await createTestOrder(app)
    await assign(team, orderId, memberNames.Team)
    const { body } = await move(team, orderId, 'Completed')
    const back = await undoMove(team, body.data.undo)
    expect(back.http).toBe(200)
    expect(back.body.data.updated).toEqual([orderId])
    expect(await admin.order(orderId)).toMatchObject({
      process_status: 'New',
      assign_to: memberNames.Team,
      processing_date: null,
      processed_by: null,
    })
    const twice = await undoMove(team, body.data.undo)
    expect(twice.http).toBe(409)
    expect(twice.body.message).toBe('This can no longer be undone.')
  })

  test('undo is refused to another member and after ten minutes', async () => {
    const orderId = await createTestOrder(app)
    const { body } = await deleteFromList(admin, orderId)
    expect((await undoMove(team, body.data.undo)).http).toBe(409)
    now += 10 * 60_000
    expect((await undoMove(admin, body.data.undo)).http).toBe(409)
    expect((await admin.order(orderId)).process_status).toBe('Deleted')
  })

  test('a bulk undo skips orders changed meanwhile, with the reason', async () => {
    const ids = [await createTestOrder(app), await createTestOrder(app)]
    const [first = 0, second = 0] = ids
    const { body } = await move(team, ids, 'Awaiting')
    await move(night, first, 'Completed')
    const back = await undoMove(team, body.data.undo)
    expect(back.body.data).toEqual({
      updated: [second],
      skipped: [{ orderId: first, reason: 'was changed in the meantime' }],
      undo: null,
      mailed: [],
      mayBeMailed: [],
    })
    expect((await admin.order(first)).process_status).toBe('Completed')
  })

  test('an undo that waits for a concurrent change is refused', async () => {
    const orderId = await createTestOrder(app)
    const { body } = await move(team, orderId, 'Awaiting')
    const undone = await duringChange(
      app,
      (tx) =>
        tx
          .updateTable('orders')
          .set({ process_status: 'Completed', state_event_id: null })
          .where('order_id', '=', orderId)
          .execute(),
      () => undoMove(team, body.data.undo),
    )
    expect(undone.http).toBe(409)
    expect((await admin.order(orderId)).process_status).toBe('Completed')
  })

  test('of a concurrent undo and move exactly one succeeds', async () => {
    const orderId = await createTestOrder(app)
    const { body } = await move(team, orderId, 'Awaiting')
    const [undone, moved] = await Promise.all([
      undoMove(team, body.data.undo),
      move(night, orderId, 'Completed', { expectedStatus: 'Awaiting' }),
    ])
    expect([undone.http, moved.http].toSorted()).toEqual([200, 409])
    expect((await admin.order(orderId)).process_status).toBe(undone.http === 200 ? 'New' : 'Completed')
  })

  test('undo of a bulk change skips restricted and erased orders, and reverts the others', async () => {
    const ids = [await createTestOrder(app), await createTestOrder(app), await createTestOrder(app)]
    const [restricted = 0, erased = 0, other = 0] = ids
    const { body } = await move(team, ids, 'Awaiting')
    const at = new Date()
    const set = (orderId: number, changes: { restricted_at?: Date; erased_at?: Date }) =>
      app.owner.updateTable('orders').set(changes).where('order_id', '=', orderId).execute()
    await set(restricted, { restricted_at: at })
    await set(erased, { erased_at: at })
    const back = await undoMove(team, body.data.undo)
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
    const gone = app.withToken(await app.signInWith(email))
    await gone.call(assignOrders, { body: { orderId, assignto: name } })
    await move(gone, orderId, 'Completed')
    await app.owner.updateTable('members').set({ removed_at: new Date() }).where('id', '=', id).execute()
    await move(team, orderId, 'Awaiting')
    expect((await admin.order(orderId)).assign_to).toBe(name)
    await receiveReply(app, orderId, {})
    expect(await admin.order(orderId)).toMatchObject({ process_status: 'New', assign_to: null })
  })

  test('the last event can be restored by its author, an Admin or a Manager', async () => {
    const orderId = await createTestOrder(app)
    await deleteFromList(admin, orderId)
    const asNight = await night.order(orderId)
    expect(asNight.events[0]).toMatchObject({ action: 'deleted', can_restore: false })
    const event = (await admin.order(orderId)).events[0]
    expect(event).toMatchObject({ can_restore: true })
    const eventId = event?.id ?? 0
    const refused = await night.call(restoreOrder, { body: { orderId, eventId } })
    expect(refused.http).toBe(403)
    const manager = await app.signInAs('Manager')
    const restored = await app.call(restoreOrder, { body: { orderId, eventId } }, { token: manager })
    expect(restored.http).toBe(200)
    expect((await admin.order(orderId)).process_status).toBe('New')
    const again = await app.call(restoreOrder, { body: { orderId, eventId } }, { token: manager })
    expect(again.http).toBe(409)
  })
})
