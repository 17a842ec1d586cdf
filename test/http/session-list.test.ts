import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#contract/rules/roles.ts'
import { listSessions, revokeSession, signIn, userInfo } from '#contract/session.ts'
import { memberNames, startTestApp, testPassword, type TestApp } from '../support/test-app.ts'

let app: TestApp
let now = Date.parse('2026-11-21T03:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date(now), env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.stop())

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
  const phone = await signInFrom(memberNames.Team, iphone, '198.51.100.4')
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
