import { expect, test } from 'vitest'
import { assignOrders, moveOrders, restoreOrder, startNext, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { changePassword, signIn, userInfo } from '#contract/session.ts'
import {
  addTeamMember,
  deleteTeamMember,
  listTeam,
  listTeamMemberTypes,
  teamMemberInfo,
  updateTeamMember,
} from '#contract/team.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = Date.parse('2026-11-21T03:00:00Z')
let memberCount = 0

const app = useTestApp({ clock: () => new Date(now) })

const authAs = async (role: Role) => ({ token: await app.signInAs(role) })
const memberId = async (name: string) => {
  const { body } = await app.as('Admin').call(listTeam)
  return body.data.find((member) => member.name === name)?.id ?? 0
}
const memberInput = (changes: Partial<Parameters<typeof addMember>[0]> = {}) => {
  memberCount += 1
  return {
    name: `Member ${memberCount}`,
    email: `member${memberCount}@pabean.example`,
    password: 'secret words',
    type: 'Team' as Role,
    ...changes,
  }
}
const addMember = async (
  body: { name: string; email: string; password: string; type: Role },
  role: Role = 'Admin',
) => app.as(role).call(addTeamMember, { body })
const removeMember = async (teamMemberId: number, token?: string) =>
  app.call(deleteTeamMember, { body: { teamMemberId } }, token ? { token } : await authAs('Admin'))
const signInWith = (email: string, password: string) => app.call(signIn, { body: { email, password } })

test('an added member is listed and can sign in, and no reply contains a password', async () => {
  const body = memberInput({ name: '  Sari Dewi ', email: ' Sari@Pabean.example ' })
  const added = await addMember(body)
  expect(added.body).toEqual({
    status: 1,
    message: 'Team member added successfully.',
    data: { id: expect.any(Number), name: 'Sari Dewi', email: 'Sari@Pabean.example', type: 'Team' },
  })
  const info = await app.as('Manager').call(teamMemberInfo, { params: { id: added.body.data.id } })
  expect(info.body.data).toEqual(added.body.data)
  const list = await app.as('Manager').call(listTeam)
  expect(list.body.data).toContainEqual(added.body.data)
  expect(list.body.data.map(({ name }) => name)).toEqual(
    list.body.data.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  )
  for (const answer of [added, info, list]) expect(JSON.stringify(answer.body)).not.toMatch(/password|argon/)
  expect((await signInWith('sari@pabean.example', body.password)).http).toBe(200)
})

test.each([
  ['name', '', 'Please enter your name.'],
  ['name', '   ', 'Please enter your name.'],
  ['email', '', 'Please enter your email.'],
  ['email', 'no address', 'Please enter your email.'],
  ['password', '', 'Please enter your password.'],
  ['password', '12345', 'New Password must be at least 6 characters.'],
  ['type', '', 'Please select type.'],
  ['type', 'Owner', 'Please select type.'],
])('adding a member with %s %j is refused: %s (spec §5)', async (field, value, message) => {
  const { http, body } = await addMember(memberInput({ [field]: value }))
  expect([http, body.status, body.errors]).toEqual([400, 0, { [field]: message }])
})

test('names and e-mails of active members are unique, ignoring case and surrounding spaces', async () => {
  const name = await addMember(memberInput({ name: ` ${memberNames.Team.toUpperCase()} ` }))
  expect([name.http, name.body.errors]).toEqual([409, { name: 'Another member has this name.' }])
  const email = await addMember(memberInput({ email: 'TUTI.Team@pabean.example' }))
  expect([email.http, email.body.errors]).toEqual([409, { email: 'Another member has this e-mail.' }])
})

test('of ten concurrent additions of the same member one succeeds', async () => {
  const body = memberInput()
  const answers = await Promise.all(Array.from({ length: 10 }, () => addMember(body)))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
})

const loadAssignableTypes = async (role: Role) => (await app.as(role).call(listTeamMemberTypes)).body.data

test('the types are the roles that the caller may assign (product §5)', async () => {
  expect(await loadAssignableTypes('Admin')).toEqual([...roles])
  expect(await loadAssignableTypes('Manager')).toEqual(['Manager', 'Team', 'Telecaller', 'Night Staff'])
})

test.each(['Team', 'Telecaller', 'Night Staff'] as const)('%s may not manage the team', async (role) => {
  const who = await authAs(role)
  const id = await memberId(memberNames.Admin)
  const answers = [
    await app.call(listTeam, {}, who),
    await app.call(listTeamMemberTypes, {}, who),
    await app.call(teamMemberInfo, { params: { id } }, who),
    await app.call(addTeamMember, { body: memberInput() }, who),
    await app.call(updateTeamMember, { body: { ...memberInput(), tmId: id } }, who),
    await app.call(deleteTeamMember, { body: { teamMemberId: id } }, who),
  ]
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 403))
})

test('a Manager may not add, change or remove an Admin, or assign that role', async () => {
  const manager = await authAs('Manager')
  const adminId = await memberId(memberNames.Admin)
  const { id } = (await addMember(memberInput())).body.data
  const admin = { name: 'Other', email: 'other@pabean.example', type: 'Admin' as const }
  const refused = [
    await addMember(memberInput({ type: 'Admin' }), 'Manager'),
    await app.call(updateTeamMember, { body: { ...admin, tmId: adminId } }, manager),
    await app.call(updateTeamMember, { body: { ...admin, type: 'Team', tmId: adminId } }, manager),
    await app.call(updateTeamMember, { body: { ...admin, tmId: id } }, manager),
    await removeMember(adminId, manager.token),
  ]
  for (const { http, body } of refused)
    expect([http, body.message]).toEqual([403, 'Only an Admin can add, change or remove an Admin.'])
  expect((await removeMember(id, manager.token)).http).toBe(200)
})

test('an update changes the given fields and keeps the password if none is given', async () => {
  const first = memberInput()
  const { id } = (await addMember(first)).body.data
  const body = { tmId: id, name: 'Renamed', email: 'renamed@pabean.example', type: 'Telecaller' as const }
  const updated = await app.as('Manager').call(updateTeamMember, { body })
  expect(updated.body).toEqual({
    status: 1,
    message: 'Team member updated successfully.',
    data: { id, name: 'Renamed', email: 'renamed@pabean.example', type: 'Telecaller' },
  })
  expect((await signInWith(body.email, first.password)).http).toBe(200)
  expect((await signInWith(first.email, first.password)).http).toBe(400)

  const empty = await app.as('Manager').call(updateTeamMember, { body: { ...body, password: '' } })
  expect([empty.http, empty.body.errors]).toEqual([400, { password: 'Please enter your password.' }])
  const short = await app.as('Manager').call(updateTeamMember, { body: { ...body, password: 'short' } })
  expect(short.body.errors).toEqual({ password: 'New Password must be at least 6 characters.' })
  const unknown = await app.as('Manager').call(updateTeamMember, { body: { ...body, tmId: 999_999 } })
  expect(unknown.http).toBe(404)
})

test("a password set by another member ends the member's sessions (spec §3)", async () => {
  const first = memberInput()
  const { id } = (await addMember(first)).body.data
  const token = (await signInWith(first.email, first.password)).body.jwtToken
  const { name, email, type } = first
  const body = { tmId: id, name, email, type, password: 'another secret' }
  expect((await app.as('Manager').call(updateTeamMember, { body })).http).toBe(200)
  expect((await app.call(userInfo, {}, { token })).http).toBe(401)
  expect((await signInWith(email, first.password)).http).toBe(400)
  expect((await signInWith(email, 'another secret')).http).toBe(200)
})

test('of two concurrent updates to the same name one succeeds', async () => {
  const members = await Promise.all([addMember(memberInput()), addMember(memberInput())])
  const admin = await authAs('Admin')
  const answers = await Promise.all(
    members.map(({ body: { data } }) =>
      app.call(
        updateTeamMember,
        { body: { tmId: data.id, name: 'Wanted Name', email: data.email, type: data.type } },
        admin,
      ),
    ),
  )
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
})

test('a removed member cannot sign in, their sessions end, and their e-mail and name can be reused (product §4)', async () => {
  const who = memberInput()
  const { id } = (await addMember(who)).body.data
  const token = (await signInWith(who.email, who.password)).body.jwtToken
  const removed = await removeMember(id)
  expect(removed.body).toEqual({ status: 1, message: 'Team member deleted successfully.' })
  expect((await app.call(userInfo, {}, { token })).http).toBe(401)
  const sessions = await app.platform.db
    .selectFrom('sessions')
    .select('revoked_at')
    .where('member_id', '=', id)
    .execute()
  expect(sessions).toEqual([{ revoked_at: expect.any(Date) }])
  expect((await signInWith(who.email, who.password)).http).toBe(400)
  expect((await app.as('Admin').call(teamMemberInfo, { params: { id } })).http).toBe(404)
  expect((await removeMember(id)).http).toBe(404)

  const again = await addMember(who)
  expect(again.http).toBe(200)
  expect(again.body.data.id).not.toBe(id)
  expect((await signInWith(who.email, who.password)).http).toBe(200)
})

test('open orders of a removed member are released with an event, and past actions keep the name (product §3)', async () => {
  const who = memberInput()
  const { id } = (await addMember(who)).body.data
  const token = (await signInWith(who.email, who.password)).body.jwtToken
  const [open, awaiting, done, ofAnother] = [
    await createTestOrder(app),
    await createTestOrder(app),
    await createTestOrder(app),
    await createTestOrder(app),
  ]
  await app.call(assignOrders, { body: { orderId: [open, awaiting, done], assignto: who.name } }, { token })
  const claimOfAnother = { body: { orderId: ofAnother, assignto: memberNames.Admin } }
  expect((await app.as('Admin').call(assignOrders, claimOfAnother)).http).toBe(200)
  await app.call(moveOrders, { body: { orderId: awaiting, updatingStatus: 'Awaiting' } }, { token })
  await app.call(moveOrders, { body: { orderId: done, updatingStatus: 'Completed' } }, { token })
  expect((await removeMember(id)).http).toBe(200)

  const admin = await authAs('Admin')
  const detailsOf = async (orderId: number) =>
    (await app.call(getOrder, { params: { orderId } }, admin)).body.orderDetails
  for (const orderId of [open, awaiting]) {
    const details = await detailsOf(orderId)
    expect(details.assign_to).toBeNull()
    expect(details.events[0]).toMatchObject({ action: 'released', by: memberNames.Admin })
    expect(details.events.map(({ by }) => by)).toContain(who.name)
  }
  expect((await detailsOf(ofAnother)).assign_to).toBe(memberNames.Admin)
  const completed = await detailsOf(done)
  expect([completed.assign_to, completed.events[0]?.by]).toEqual([who.name, who.name])

  const claimed = await app.call(
    assignOrders,
    { body: { orderId: open, assignto: memberNames.Admin } },
    admin,
  )
  expect(claimed.http).toBe(200)
  const assigned = await app.call(assignOrders, { body: { orderId: open, assignto: who.name } }, admin)
  expect(assigned.http).toBe(404)

  const eventId = completed.events[0]?.id ?? 0
  expect((await app.call(restoreOrder, { body: { orderId: done, eventId } }, admin)).http).toBe(200)
  expect((await detailsOf(done)).assign_to).toBeNull()
})

/** The answer to a call that waits for the removal of this member. */
async function callDuringRemoval<T>(
  call: (member: ReturnType<typeof memberInput>, token: string) => Promise<T>,
) {
  const member = memberInput({ type: 'Manager' })
  const { id } = (await addMember(member)).body.data
  const { jwtToken } = (await signInWith(member.email, member.password)).body
  return duringChange(
    app,
    (tx) =>
      tx
        .updateTable('members')
        .set({ removed_at: new Date(now) })
        .where('id', '=', id)
        .execute(),
    () => call(member, jwtToken),
  )
}

test('a claim, Start next, a sign-in and a password change that wait for a removal are refused', async () => {
  const admin = await authAs('Admin')
  const orderId = await createTestOrder(app)
  const claimed = await callDuringRemoval(({ name }) =>
    app.call(assignOrders, { body: { orderId, assignto: name } }, admin),
  )
  expect(claimed.http).toBe(404)
  const started = await callDuringRemoval((_, token) => app.call(startNext, { body: {} }, { token }))
  expect([started.http, started.body.message]).toEqual([404, 'There is no member with this name.'])
  const { body } = await app.call(getOrder, { params: { orderId } }, admin)
  expect(body.orderDetails.assign_to).toBeNull()
  const signedIn = await callDuringRemoval(({ email, password }) => signInWith(email, password))
  expect(signedIn.http).toBe(400)
  const changed = await callDuringRemoval((_, token) =>
    app.call(changePassword, { body: { newPassword: 'new secret' } }, { token }),
  )
  expect(changed.http).toBe(401)
})

test('an undo that waits for the removal of the assignee leaves the order unassigned', async () => {
  const admin = await authAs('Admin')
  const orderId = await createTestOrder(app)
  const assignee = memberInput()
  const { id } = (await addMember(assignee)).body.data
  await app.call(assignOrders, { body: { orderId, assignto: assignee.name } }, admin)
  const moved = await app.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } }, admin)
  const undone = await duringChange(
    app,
    (tx) =>
      tx
        .updateTable('members')
        .set({ removed_at: new Date(now) })
        .where('id', '=', id)
        .execute(),
    () => app.call(undo, { body: { undo: moved.body.data.undo ?? '' } }, admin),
  )
  expect(undone.http).toBe(200)
  const { body } = await app.call(getOrder, { params: { orderId } }, admin)
  expect(body.orderDetails).toMatchObject({ process_status: 'New', assign_to: null })
})

test('a member who claims while being removed keeps no order', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => createTestOrder(app)))
  const who = memberInput()
  const { id } = (await addMember(who)).body.data
  const token = (await signInWith(who.email, who.password)).body.jwtToken
  await Promise.all([
    ...orders.map((orderId) => app.call(assignOrders, { body: { orderId, assignto: who.name } }, { token })),
    removeMember(id),
  ])
  const left = await app.platform.db
    .selectFrom('orders')
    .select('order_id')
    .where('assignee_id', '=', id)
    .execute()
  expect(left).toEqual([])
})

test('removing oneself, and removing or demoting the last Admin, are refused', async () => {
  const id = await memberId(memberNames.Admin)
  const own = await removeMember(id)
  expect([own.http, own.body.message]).toEqual([403, 'You cannot remove yourself.'])
  const body = { tmId: id, name: memberNames.Admin, email: 'ayu.admin@pabean.example' }
  const demoted = await app.as('Admin').call(updateTeamMember, { body: { ...body, type: 'Team' } })
  expect([demoted.http, demoted.body.message]).toEqual([
    409,
    'The last Admin cannot be removed or given another role.',
  ])
  const renamed = await app.as('Admin').call(updateTeamMember, { body: { ...body, type: 'Admin' } })
  expect(renamed.http).toBe(200)
})

const createTwoAdmins = async () => {
  const pair = [memberInput({ type: 'Admin' }), memberInput({ type: 'Admin' })]
  const ids = (await Promise.all(pair.map((admin) => addMember(admin)))).map(({ body }) => body.data.id)
  const tokens = await Promise.all(
    pair.map(async ({ email, password }) => (await signInWith(email, password)).body.jwtToken),
  )
  return pair.map((admin, at) => ({ ...admin, id: ids[at] ?? 0, token: tokens[at] ?? '' }))
}

test('one of several Admins can give up the role', async () => {
  const [admin] = await createTwoAdmins()
  if (!admin) throw new Error('no Admin was added')
  const { id, name, email, token } = admin
  const body = { tmId: id, name, email, type: 'Team' as const }
  expect((await app.call(updateTeamMember, { body }, { token })).http).toBe(200)
})

const isSignedIn = async (token: string) => (await app.call(userInfo, {}, { token })).http === 200

test('one of two Admins who remove each other concurrently remains', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = await createTwoAdmins()
    if (!first || !second) throw new Error('two were made')
    const answers = await Promise.all([
      removeMember(second.id, first.token),
      removeMember(first.id, second.token),
    ])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 401])
    expect([await isSignedIn(first.token), await isSignedIn(second.token)].toSorted()).toEqual([false, true])
  }
})

test('one of two Admins who demote each other concurrently remains', async () => {
  const [first, second] = await createTwoAdmins()
  if (!first || !second) throw new Error('two were made')
  const demote = (whom: typeof first, { token }: typeof first) =>
    app.call(
      updateTeamMember,
      { body: { tmId: whom.id, name: whom.name, email: whom.email, type: 'Team' } },
      { token },
    )
  const answers = await Promise.all([demote(second, first), demote(first, second)])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 403])
})

test.each(['Customer', 'official  MAIL', 'Privacy-Desk', 'Command line'])(
  'no member is called %s, as histories call somebody else',
  async (name) => {
    const refused = await addMember(memberInput({ name }))
    expect([refused.http, refused.body.message]).toEqual([
      400,
      'This name stands for somebody else in histories.',
    ])
  },
)
