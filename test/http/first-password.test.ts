import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { changePassword, signIn, userInfo } from '#contract/session.ts'
import { updateTeamMember } from '#contract/team.ts'
import { createFirstAdmin } from '#server/demo/first-admin.ts'
import { seedDemo } from '#server/demo/first-run.ts'
import { loadNotices } from '../support/account-notices.ts'
import { startTestApp, testPassword, type TestApp } from '../support/test-app.ts'

let app: TestApp
/** The same with ADMIN_PASSWORD. */
let givenApp: TestApp
let now = Date.parse('2026-11-21T03:00:00Z')
const day = 24 * 60 * 60_000

beforeAll(async () => {
  const clock = () => new Date(now)
  app = await startTestApp({ clock })
  await app.owner.deleteFrom('members').execute()
  givenApp = await startTestApp({ clock, sharedWith: app, env: { ADMIN_PASSWORD: 'a secret of ours' } })
})
afterAll(async () => {
  await givenApp.stop()
  await app.stop()
})

const email = 'admin@pabean.example'
const enter = (password: string) => app.call(signIn, { body: { email, password } })
const printedIn = (lines: readonly string[]) => / the password (\S+) /.exec(lines.join('\n'))?.[1] ?? ''
const expiryFor = async (token: string) =>
  (await app.call(userInfo, {}, { token })).body.passwordExpiresAt ?? null

test('the printed password is valid for fourteen days, and cannot be chosen as the next one (product §10)', async () => {
  const lines = await createFirstAdmin(app.platform)
  expect(lines[1]).toBe('Set one of your own within 14 days.')
  const printed = printedIn(lines)
  const other = await app.addMember('Keeps Theirs', 'Admin')
  now += 14 * day - 1000
  const { body } = await enter(printed)
  const { jwtToken: token, data } = body
  expect(await expiryFor(token)).toBe('2026-12-05T03:00:00Z')

  const message = 'This is the password that was printed. Please choose one of your own.'
  const changed = await app.call(changePassword, { body: { newPassword: printed } }, { token })
  expect([changed.http, changed.body.errors]).toEqual([400, { newPassword: message }])
  const change = { tmId: data.id, name: 'Admin', email, type: 'Admin' as const }
  const updated = await app.call(updateTeamMember, { body: { ...change, password: printed } }, { token })
  expect([updated.http, updated.body.errors]).toEqual([400, { password: message }])

  // Of a member whose password was chosen nothing is asked but what was asked before.
  const kept = { tmId: other.id, name: other.name, email: other.email, type: 'Admin' as const }
  for (const password of [testPassword, printed]) {
    const answer = await app.call(updateTeamMember, { body: { ...kept, password } }, { token })
    expect(answer.http).toBe(200)
  }
  const own = await app.call(signIn, { body: { email: other.email, password: printed } })
  expect(await expiryFor(own.body.jwtToken)).toBeNull()

  now += 1000
  const expired = await enter(printed)
  expect([expired.http, expired.body.message]).toEqual([
    400,
    'This password was good for 14 days. Ask for a link by Forgot password, or start the server again: it prints a new one.',
  ])
  expect((await enter('a wrong one')).body.message).toBe('Invalid email or password')
  const audit = await app.call(listAuditEvents, { query: { groups: 'sign-in' } }, { token })
  expect(audit.body.data[1]?.details).toMatchObject({ account: 'Admin', reason: 'password expired' })
})

test('a start after expiry prints a new password once, and ends the sessions of the old one', async () => {
  const session = await app.platform.db
    .selectFrom('sessions')
    .select('id')
    .where('revoked_at', 'is', null)
    .execute()
  expect(session).toHaveLength(2)
  const starts = await Promise.all([1, 2, 3].map(() => createFirstAdmin(app.platform)))
  expect(starts.map((lines) => lines.length).toSorted()).toEqual([0, 0, 2])
  const printed = printedIn(starts.flat())
  const open = await app.platform.db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select('m.name')
    .where('revoked_at', 'is', null)
    .execute()
  expect(open).toEqual([{ name: 'Keeps Theirs' }])
  const { body } = await enter(printed)
  expect(await expiryFor(body.jwtToken)).toBe('2026-12-19T03:00:00Z')
  const { data } = (
    await app.call(listAuditEvents, { query: { groups: 'change' } }, { token: body.jwtToken })
  ).body
  expect(data[0]).toMatchObject({ action: 'member changed', by: 'Server start', details: { name: 'Admin' } })
  const notices = await loadNotices(app, email)
  expect(notices.map(({ subject }) => subject)).toContain('Your Pabean password was changed')

  const body2 = { newPassword: 'one of my own' }
  expect((await app.call(changePassword, { body: body2 }, { token: body.jwtToken })).http).toBe(200)
  now += 400 * day
  const entered = await enter('one of my own')
  expect([entered.http, await expiryFor(entered.body.jwtToken)]).toEqual([200, null])
  expect(await createFirstAdmin(app.platform)).toEqual([])
})

test('ADMIN_PASSWORD and the demo set passwords that do not expire', async () => {
  const letExpire = () =>
    app.platform.db
      .updateTable('members')
      .set({ password_expires_at: new Date(now) })
      .where('email', '=', email)
      .execute()
  await letExpire()
  expect(await createFirstAdmin(givenApp.platform)).toEqual([`Sign in as ${email} with ADMIN_PASSWORD.`])
  const { body } = await enter('a secret of ours')
  expect(await expiryFor(body.jwtToken)).toBeNull()
  await letExpire()
  expect(printedIn(await seedDemo(app.platform))).toMatch(/^[a-z\d]{4}(-[a-z\d]{4}){3}$/)
})
