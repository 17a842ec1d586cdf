import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { assignOrders } from '#contract/moves.ts'
import { addRemark } from '#contract/remarks.ts'
import { revokeSession, listSessions, signOut } from '#contract/session.ts'
import type { Role } from '#contract/rules/roles.ts'
import { announceView } from '#contract/viewers.ts'
import { deleteOldChanges } from '#server/live/changes.queries.ts'
import { createLiveHub } from '#server/live/follow-changes.ts'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { openLiveStream, type LiveStream } from '../support/live-stream.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames, type TestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const other = useTestApp(() => ({ sharedWith: app }))
const open: LiveStream[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut()
})

async function follow(server: TestApp, role: Role = 'Team', after?: string): Promise<LiveStream> {
  const stream = await openLiveStream(server.url, await app.signInAs(role), after)
  open.push(stream)
  return stream
}
const names = (orderId: number) => (message: LiveMessage) =>
  message.moved.includes(orderId) || message.changed.includes(orderId)
const claim = async (server: TestApp, orderId: number) => {
  const token = await app.signInAs('Manager')
  const { http } = await server.call(
    assignOrders,
    { body: { orderId: [orderId], assignto: memberNames.Manager } },
    { token },
  )
  expect(http).toBe(200)
}

test('a change on one server is sent to listeners of another, with ids only', async () => {
  const stream = await follow(other)
  const orderId = await createTestOrder(app)
  const created = await stream.until(names(orderId))
  expect(created).toEqual({
    position: expect.stringMatching(/^\d+:\d+:/),
    moved: expect.arrayContaining([orderId]),
    changed: [],
    withheld: false,
    everything: false,
  })
  const seen = stream.messages.length
  await claim(app, orderId)
  await stream.until((message) => names(orderId)(message) && stream.messages.indexOf(message) >= seen)
})

test('a comment is sent as a change of its order and of no list', async () => {
  const orderId = await createTestOrder(app)
  const stream = await follow(other)
  await stream.until(names(orderId))
  const token = await app.signInAs('Team')
  const body = { orderId, remark: 'Called back' }
  expect((await app.call(addRemark, { body }, { token })).http).toBe(200)
  const message = await stream.until(({ changed }) => changed.includes(orderId))
  expect(message.moved).not.toContain(orderId)
})

test('a transaction that commits after a later one is still sent', async () => {
  const [early, late] = [await createTestOrder(app), await createTestOrder(app)]
  const { db, pool } = openDatabase({ connectionString: app.serverUrl }, () => {})
  const slow = await pool.connect()
  try {
    const stream = await follow(app)
    const after = stream.messages.length
    const since = (orderId: number) =>
      stream.until((message) => stream.messages.indexOf(message) >= after && names(orderId)(message))
    await slow.query('begin')
    await slow.query(
      `insert into order_events (order_id, at, actor, action) values ($1, now(), 'test', 'moved')`,
      [early],
    )
    await claim(app, late)
    await since(late)
    expect(stream.messages.slice(after).some(names(early))).toBe(false)
    const cut = stream.position()
    await slow.query('commit')
    await since(early)
    // A stream that was cut in between has it too, from a position that is beyond the transaction's id.
    const resumed = await follow(other, 'Team', cut)
    expect(resumed.messages[0]?.moved).toEqual([early])
  } finally {
    slow.release()
    await db.destroy()
  }
})

test('a broken stream resumes at another server without a lost or repeated change', async () => {
  const first = await follow(app)
  const before = await createTestOrder(app)
  await first.until(names(before))
  first.cut()
  const missed = [await createTestOrder(app), await createTestOrder(app)]
  const resumed = await follow(other, 'Team', first.position())
  expect(resumed.messages[0]?.moved.toSorted()).toEqual(missed)
  expect(resumed.messages[0]?.everything).toBe(false)
})

test('an unusable resume position is answered with a full refresh', async () => {
  for (const position of ['nonsense', '5:3:', '1:2:9', '0:0:', `${2n ** 62n}:${2n ** 62n}:`]) {
    const stream = await follow(app, 'Team', position)
    expect(stream.messages[0], position).toMatchObject({ everything: true, moved: [] })
  }
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(
    app.platform.db,
  )
  const stream = await follow(app, 'Team', rows[0]?.now)
  expect(stream.messages[0]).toMatchObject({ everything: false, moved: [] })
})

test('the id of a restricted order is sent to Admins only; others get a change without an id', async () => {
  const orderId = await createTestOrder(app)
  const [admin, team] = [await follow(app, 'Admin'), await follow(app, 'Team')]
  await Promise.all([admin, team].map((stream) => stream.until(names(orderId))))
  const seen = team.messages.length
  await sql`update orders set restricted_at = now() where order_id = ${orderId}`.execute(app.platform.db)
  await sql`insert into order_events (order_id, at, actor, action) values (${orderId}, now(), 'test', 'restricted')`.execute(
    app.platform.db,
  )
  await admin.until((message) => admin.messages.indexOf(message) > 0 && names(orderId)(message))
  const message = await team.until(({ withheld }) => withheld)
  expect(message).toMatchObject({ moved: [], changed: [] })
  expect(team.messages.slice(seen).some(names(orderId))).toBe(false)
})

test('an ended session ends its own streams only', async () => {
  const { email } = await app.addMember('Leaver', 'Team')
  const [token, second] = [await app.signInWith(email), await app.signInWith(email)]
  const [ending, revoked] = [await openLiveStream(app.url, token), await openLiveStream(other.url, second)]
  const staying = await follow(app)
  await app.call(signOut, {}, { token })
  await ending.ended
  const sessions = await app.call(listSessions, {}, { token: second })
  const [own] = sessions.body.data
  await app.call(revokeSession, { params: { id: own?.id ?? '' } }, { token: second })
  await revoked.ended
  const orderId = await createTestOrder(app)
  await staying.until(names(orderId))
})

test('a changed role ends the streams of the member', async () => {
  const { id, email } = await app.addMember('Riser', 'Team')
  const stream = await openLiveStream(app.url, await app.signInWith(email))
  await app.platform.db.updateTable('members').set({ role: 'Manager' }).where('id', '=', id).execute()
  await stream.ended
})

test('a listener that does not read is disconnected', async () => {
  const hub = createLiveHub(app.platform, { poll: 20, heartbeat: 20, sessions: 60_000 })
  const end = vi.fn<() => void>()
  const reads = vi.fn<() => boolean>(() => true)
  const listener = { sessionId: crypto.randomUUID(), role: 'Team' as const }
  hub.join({ ...listener, send: () => false, end }, undefined)
  hub.join({ ...listener, send: reads, end: () => {} }, undefined)
  await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(3)
  expect(end).toHaveBeenCalledTimes(1)
  expect(hub.countOf(listener.sessionId)).toBe(1)
  await hub.close()
})

test('changes older than any resume position are deleted, and later ones stay', async () => {
  const orderId = await createTestOrder(app)
  const { db } = app.platform
  await sql`insert into order_changes (order_id, xid) values (${orderId}, '3'), (${orderId}, '2000000000')`.execute(
    app.owner,
  )
  await inTransaction(db, (tx) => deleteOldChanges(tx, '1000'))
  const kept = db.selectFrom('order_changes').select('xid').where('order_id', '=', orderId)
  expect(await kept.execute()).toEqual([{ xid: '2000000000' }])
})

// Last: who joins soon after is told that too much has changed.
test('more changes than fit into a message are sent as a full refresh', async () => {
  const orderId = await createTestOrder(app)
  const stream = await follow(app)
  await stream.until(names(orderId))
  await sql`
    insert into order_events (order_id, at, actor, action)
    select ${orderId}, now(), 'test', 'moved' from generate_series(1, 1000)`.execute(app.platform.db)
  await stream.until(({ everything }) => everything)
})

test('opening an order on one server is shown to listeners of another until the member leaves it (product §12)', async () => {
  const [first, second] = [await createTestOrder(app), await createTestOrder(app)]
  const announce = async (role: Role, orderId: number, isOpen: boolean) => {
    const { http } = await app.as(role).call(announceView, { body: { orderId, open: isOpen } })
    expect(http).toBe(200)
  }
  const stream = await follow(other)
  expect(stream.messages[0]?.viewers).toEqual([])
  await announce('Manager', first, true)
  await announce('Manager', second, true)
  await announce('Admin', first, true)
  const namesAt = (message: LiveMessage, orderId: number) =>
    message.viewers?.filter((viewer) => viewer.orderId === orderId).map(({ name }) => name)
  const told = await stream.until((message) => namesAt(message, first)?.length === 2)
  expect(namesAt(told, first)?.toSorted()).toEqual([memberNames.Admin, memberNames.Manager].toSorted())
  expect(namesAt(told, second)).toEqual([memberNames.Manager])
  await announce('Admin', first, false)
  const left = await stream.until(
    (message) =>
      stream.messages.indexOf(message) > stream.messages.indexOf(told) && message.viewers !== undefined,
  )
  expect([namesAt(left, first), namesAt(left, second)]).toEqual([
    [memberNames.Manager],
    [memberNames.Manager],
  ])
  await sql`update orders set restricted_at = now() where order_id = ${first}`.execute(app.platform.db)
  const hidden = await stream.until(
    (message) =>
      stream.messages.indexOf(message) > stream.messages.indexOf(left) &&
      namesAt(message, first)?.length === 0,
  )
  expect(namesAt(hidden, second)).toEqual([memberNames.Manager])
  const admin = await follow(other, 'Admin')
  expect(namesAt(admin.messages[0] ?? hidden, first)).toEqual([memberNames.Manager])
  await sql`update orders set restricted_at = null where order_id = ${first}`.execute(app.platform.db)
  // Whoever begins to follow is told at once.
  const later = await follow(app)
  expect(later.messages[0]?.viewers).toHaveLength(2)
  await app.owner
    .updateTable('order_viewers')
    .set({ seen_at: new Date(Date.now() - 46_000) })
    .execute()
  await later.until(({ viewers }) => viewers?.length === 0)
})
