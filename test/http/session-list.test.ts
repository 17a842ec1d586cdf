import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { backgroundHeader } from '#contract/endpoint.ts'
import { roles } from '#contract/rules/roles.ts'
import { folderCounts } from '#contract/orders.ts'
import { exportCountryOrderCount } from '#contract/reports.ts'
import {
  listSessions,
  reauthenticate,
  reauthRequired,
  revokeSession,
  saveKeySettings,
  signIn,
  signOut,
  userInfo,
} from '#contract/session.ts'
import { endMemberSession, endMemberSessions, listMemberSessions } from '#contract/team.ts'
import { cookieOf, request } from '../support/call.ts'
import { memberNames, startTestApp, testPassword, type TestApp } from '../support/test-app.ts'

let app: TestApp
let now = Date.parse('2026-11-21T03:00:00Z')

/** The same, with the usual idle limit of two hours. */
let idleApp: TestApp

beforeAll(async () => {
  const clock = () => new Date(now)
  app = await startTestApp({ clock, env: { TRUST_PROXY: '127.0.0.1' } })
  idleApp = await startTestApp({ clock, sharedWith: app, env: { SESSION_IDLE_MINUTES: '' } })
})
afterAll(async () => {
  await idleApp.stop()
  await app.stop()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

const signInFrom = async (name: string, userAgent = firefox, address = '203.0.113.7') => {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@pabean.example`
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address }
  const { body } = await app.call(signIn, { body: { email, password: testPassword } }, { headers })
  return body.jwtToken
}
const loadSessions = async (token: string) => (await app.call(listSessions, {}, { token })).body.data
const endSession = (id: string, token: string) => app.call(revokeSession, { params: { id } }, { token })
const isTokenValid = async (token: string) => (await app.call(userInfo, {}, { token })).http === 200

test('a member lists their own sessions with device, IP, last seen and the current one', async () => {
  const desk = await signInFrom(memberNames.Team)
  now += 2 * 60_000
  const phone = await signInFrom(memberNames.Team, iphone, '198.51.100.4:51008')
  await signInFrom(memberNames.Manager)
  expect(await loadSessions(phone)).toEqual([
    {
      id: expect.any(String),
      browser: 'Safari',
      os: 'iOS',
      ip: '198.51.100.4',
      created_at: '2026-11-21T03:02:00Z',
      last_seen_at: '2026-11-21T03:02:00Z',
      is_current: true,
    },
    {
      id: expect.any(String),
      browser: 'Firefox',
      os: 'Linux',
      ip: '203.0.113.7',
      created_at: '2026-11-21T03:00:00Z',
      last_seen_at: '2026-11-21T03:00:00Z',
      is_current: false,
    },
  ])
  now += 5 * 60_000
  expect((await loadSessions(desk))[0]).toMatchObject({
    is_current: true,
    last_seen_at: '2026-11-21T03:07:00Z',
  })
  expect((await loadSessions(desk))[1]?.last_seen_at).toBe('2026-11-21T03:02:00Z')
})

test('ending a session takes effect immediately, and is refused the second time', async () => {
  const desk = await signInFrom(memberNames['Night Staff'])
  const phone = await signInFrom(memberNames['Night Staff'], iphone)
  const lost = (await loadSessions(desk)).find(({ is_current }) => !is_current)?.id ?? ''
  const answers = await Promise.all(Array.from({ length: 6 }, () => endSession(lost, desk)))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, ...Array(5).fill(404)])
  expect(answers.find(({ http }) => http === 200)?.body.message).toBe('The session has been ended.')
  expect([await isTokenValid(desk), await isTokenValid(phone)]).toEqual([true, false])
  expect(await loadSessions(desk)).toHaveLength(1)
})

test('ending the current session signs out', async () => {
  const token = await signInFrom(memberNames.Admin)
  const own = (await loadSessions(token)).find(({ is_current }) => is_current)?.id ?? ''
  const { http, headers } = await endSession(own, token)
  expect(http).toBe(200)
  expect(headers.get('set-cookie')).toMatch(/^pabean_session=;/)
  expect(await isTokenValid(token)).toBe(false)
})

test('signing in again in the same browser ends its former session', async () => {
  const { email } = await app.addMember('Signs In Twice', 'Team')
  const body = { email, password: testPassword }
  const first = await app.call(signIn, { body })
  const elsewhere = (await app.call(signIn, { body })).body.jwtToken
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await app.call(signIn, { body: { ...body, password: 'a wrong one' } }, { cookie })).http).toBe(400)
  expect(await isTokenValid(first.body.jwtToken)).toBe(true)
  const second = (await app.call(signIn, { body }, { cookie })).body.jwtToken
  expect(second).not.toBe(first.body.jwtToken)
  const valid = [first.body.jwtToken, second, elsewhere].map(isTokenValid)
  expect(await Promise.all(valid)).toEqual([false, true, true])
})

test("ending another member's session is refused, even to an Admin", async () => {
  const token = await signInFrom(memberNames.Telecaller)
  const [own] = await loadSessions(token)
  const { http } = await endSession(own?.id ?? '', await signInFrom(memberNames.Admin))
  expect(http).toBe(404)
  expect(await isTokenValid(token)).toBe(true)
})

test('an expired session is not listed and cannot be ended', async () => {
  const sessions = await loadSessions(await signInFrom(memberNames.Manager))
  const expired = sessions.find(({ is_current }) => is_current)
  now += 12 * 60 * 60_000 + 1000
  const token = await signInFrom(memberNames.Manager)
  expect(await loadSessions(token)).toHaveLength(1)
  expect((await endSession(expired?.id ?? '', token)).http).toBe(404)
})

test.each(roles)('%s may list sessions', async (role) => {
  expect((await loadSessions(await signInFrom(memberNames[role]))).length).toBeGreaterThan(0)
})

test('listing and ending need a session, and an invalid id is refused', async () => {
  expect((await app.call(listSessions, {})).http).toBe(401)
  expect((await app.call(revokeSession, { params: { id: crypto.randomUUID() } })).http).toBe(401)
  expect((await endSession('1', await signInFrom(memberNames.Admin))).http).toBe(400)
})

const statusOf = async (token: string, headers = {}) =>
  (await idleApp.call(userInfo, {}, { token, headers })).http

test('a session ends after two hours without activity, and background requests are no activity', async () => {
  const { email } = await app.addMember('Seldom There', 'Team')
  const signInTo = async (rememberMe: boolean) =>
    (await idleApp.call(signIn, { body: { email, password: testPassword, rememberMe } })).body.jwtToken
  const [usual, remembered] = [await signInTo(false), await signInTo(true)]
  const background = { [backgroundHeader]: '1' }
  for (let look = 0; look < 2; look++) {
    now += 100 * 60_000
    expect(await statusOf(usual)).toBe(200)
  }
  now += 119 * 60_000
  expect(await statusOf(usual, background)).toBe(200)
  now += 2 * 60_000
  expect(await statusOf(usual, background)).toBe(401)
  expect(await statusOf(usual)).toBe(401)
  expect(await statusOf(remembered)).toBe(200)
  const listed = await idleApp.call(listSessions, {}, { token: remembered })
  expect(listed.body.data).toHaveLength(1)
  now += 6 * 24 * 60 * 60_000
  expect(await statusOf(remembered)).toBe(200)
})

test('more concurrent calls than connections are answered while their activity is recorded', async () => {
  const { email } = await app.addMember('Many At Once', 'Team')
  const token = await app.signInWith(email)
  const counted = async () => (await app.call(folderCounts, {}, { token })).http
  expect(await counted()).toBe(200)
  now += 2 * 60_000
  const answers = await Promise.all(Array.from({ length: 40 }, counted))
  expect(answers.filter((http) => http !== 200)).toEqual([])
})

test('an Admin lists and ends another member’s sessions, one or all, and the audit log records it', async () => {
  const { id, name, email } = await app.addMember('Lost Phone', 'Manager')
  const tokens = [await signInFrom(name), await signInFrom(name), await signInFrom(name)]
  const headers = { 'x-forwarded-for': '203.0.113.99' }
  const admin = { token: await signInFrom(memberNames.Admin) }
  const params = { memberId: id }
  const list = async () => (await app.call(listMemberSessions, { params }, admin)).body.data
  expect((await list()).map(({ is_current }) => is_current)).toEqual([false, false, false])

  const [own] = await loadSessions(admin.token)
  const wrongOwner = { params: { ...params, sessionId: own?.id ?? '' } }
  expect((await app.call(endMemberSession, wrongOwner, admin)).http).toBe(404)
  const one = { params: { ...params, sessionId: (await loadSessions(tokens[0] ?? ''))[0]?.id ?? '' } }
  expect((await app.call(endMemberSession, one, admin)).http).toBe(200)
  expect(await list()).toHaveLength(2)

  expect((await app.call(endMemberSessions, { params }, admin)).body.message).toBe(
    '2 sessions have been ended.',
  )
  for (const token of tokens) expect(await isTokenValid(token)).toBe(false)
  expect(await isTokenValid(admin.token)).toBe(true)
  const again = await app.call(signIn, { body: { email, password: testPassword } }, { headers })
  expect(again.http).toBe(200)
  const audit = await app.call(listAuditEvents, { query: { groups: 'change' } }, admin)
  expect(audit.body.data.slice(0, 2)).toMatchObject([
    { action: 'sessions ended', by: memberNames.Admin, details: { id, name, ended: 2 } },
    { action: 'sessions ended', by: memberNames.Admin, details: { id, name, ended: 1 } },
  ])
})

const signInFor = async (name: string) => {
  const { email } = await app.addMember(name, 'Manager')
  const { body, headers } = await app.call(signIn, { body: { email, password: testPassword } })
  return { token: body.jwtToken, cookie: cookieOf(headers) }
}
const confirmBy = async (token: string) => {
  const body = { currentPassword: testPassword }
  const answer = await app.call(reauthenticate, { body }, { token })
  return { http: answer.http, token: answer.body.jwtToken, cookie: cookieOf(answer.headers) }
}
/** A GET that the cookie opens, like the files. */
const exportBy = async (cookie: string, headers = {}) => {
  const response = await request(app.url, exportCountryOrderCount, {}, { cookie, headers })
  await response.text()
  return response.status
}

test('confirming a sign-in makes new tokens and ends the old ones after ten seconds (product §5)', async () => {
  const before = await signInFor('Confirms Here')
  now += 16 * 60_000
  const after = await confirmBy(before.token)
  expect(after.http).toBe(200)
  expect(after.token).not.toBe(before.token)
  expect(after.cookie).not.toBe(before.cookie)
  const [session, ...others] = await loadSessions(after.token)
  expect(others).toEqual([])

  now += 9000
  expect([await isTokenValid(before.token), await exportBy(before.cookie)]).toEqual([true, 200])
  now += 1000
  expect([await isTokenValid(before.token), await exportBy(before.cookie)]).toEqual([false, 401])
  expect([await isTokenValid(after.token), await exportBy(after.cookie)]).toEqual([true, 200])

  // The next confirmation leaves no time to any but the token before it.
  const third = await confirmBy(after.token)
  const fourth = await confirmBy(third.token)
  const tokens = [after, third, fourth].map(({ token }) => isTokenValid(token))
  expect(await Promise.all(tokens)).toEqual([false, true, true])
  expect((await endSession(session?.id ?? '', fourth.token)).http).toBe(200)
  expect([await isTokenValid(third.token), await exportBy(fourth.cookie)]).toEqual([false, 401])
})

test('a replaced token is not confirmed, and gets no cookie', async () => {
  const before = await signInFor('Was Under Way')
  now += 16 * 60_000
  const after = await confirmBy(before.token)
  const own = { params: { id: crypto.randomUUID() } }
  const refused = await app.call(revokeSession, own, { token: before.token })
  expect([refused.http, refused.body.code]).toEqual([403, reauthRequired])
  expect((await app.call(revokeSession, own, { token: after.token })).http).toBe(404)
  const info = await app.call(userInfo, {}, { token: before.token })
  expect([info.http, info.headers.getSetCookie()]).toEqual([200, []])
})

test('tabs that confirm concurrently get the same tokens, and none after signing out', async () => {
  const { token } = await signInFor('Two Tabs')
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirmBy(token)))
  expect(answers.map(({ http }) => http)).toEqual(Array(5).fill(200))
  expect(new Set(answers.map((answer) => answer.token)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1)
  now += 10_000
  expect(await isTokenValid(answers[0]?.token ?? '')).toBe(true)
  expect((await confirmBy(token)).http).toBe(401)

  const last = answers[0]?.token ?? ''
  const [confirmed, left] = await Promise.all([confirmBy(last), app.call(signOut, {}, { token: last })])
  expect(left.http).toBe(200)
  for (const each of [last, confirmed.token]) expect(await isTokenValid(each)).toBe(false)
})

test('the session cookie is sent by Set-Cookie only, and accepted for files only', async () => {
  const { email } = await app.addMember('Two Secrets', 'Manager')
  const entered = await app.call(signIn, { body: { email, password: testPassword } })
  const token = entered.body.jwtToken
  const cookie = cookieOf(entered.headers)
  const value = cookie.slice(cookie.indexOf('=') + 1)
  expect(value.length).toBeGreaterThan(40)
  const body = { currentPassword: testPassword }
  const confirmed = await app.call(reauthenticate, { body }, { token })
  const info = await app.call(userInfo, {}, { token: confirmed.body.jwtToken })
  const cookies = [cookie, cookieOf(confirmed.headers), cookieOf(info.headers)]
  expect(cookies[2]).toBe(cookies[1])
  for (const answer of [entered, confirmed, info])
    for (const each of cookies)
      expect(JSON.stringify(answer.body)).not.toContain(each.slice(each.indexOf('=') + 1))
  for (const { headers } of [entered, confirmed, info])
    expect(headers.getSetCookie()[0]).toMatch(/^pabean_session=[^;]+;.*HttpOnly; SameSite=Strict$/)

  expect(await isTokenValid(value)).toBe(false)
  expect(await exportBy(`pabean_session=${token}`)).toBe(401)
  expect(await exportBy('', { authorization: value })).toBe(401)
  expect([await isTokenValid(token), await exportBy(cookie)]).toEqual([true, 200])
})

test('a browser without its session cookie gets it, and a browser with it does not', async () => {
  const { token, cookie } = await signInFor('Lost A Cookie')
  const read = (options: object) => app.call(userInfo, {}, { token, ...options })
  expect(cookieOf((await read({})).headers)).toBe(cookie)
  expect(cookieOf((await read({ cookie: `pabean_session=${token}` })).headers)).toBe(cookie)
  expect((await read({ cookie })).headers.getSetCookie()).toEqual([])
})

test("a member's keys are kept for them alone, and a key of three signs is refused", async () => {
  const token = await signInFrom(memberNames.Team)
  const keysOf = async (as: string) => (await app.call(userInfo, {}, { token: as })).body.keys
  const save = (own: Record<string, string>) =>
    app.call(saveKeySettings, { body: { areOn: true, own } }, { token })
  expect(await keysOf(token)).toBeUndefined()
  expect((await save({ startNext: 'd', undo: '', assign: 'x y' })).http).toBe(200)
  expect(await keysOf(token)).toEqual({ areOn: true, own: { startNext: 'd', undo: '', assign: 'x y' } })
  expect(await keysOf(await signInFrom(memberNames.Manager))).toBeUndefined()
  const refused = await save({ startNext: 'abc' })
  expect(refused).toMatchObject({
    http: 400,
    body: { message: 'A key is one sign, or two with a blank between.' },
  })
  expect((await keysOf(token))?.own['startNext']).toBe('d')
})
