import { expect, test } from 'vitest'
import { changePassword, reauthenticate, signIn, userInfo } from '#contract/session.ts'
import { updateTeamMember } from '#contract/team.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { isKnownDevice } from '#server/session/known-devices.ts'
import { loadNotices as loadNoticesOf } from '../support/account-notices.ts'
import { memberNames, testPassword } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let now = Date.parse('2026-11-21T03:00:00Z')
const minute = 60_000

const app = useTestApp({ clock: () => new Date(now), env: { TRUST_PROXY: '127.0.0.1' } })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const headers = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7' }

/** Signs in from a browser with this device cookie; returns the token and the cookie that it has then. */
async function signInFrom(email: string, device = '') {
  const body = { email, password: testPassword }
  const answer = await app.call(signIn, { body }, { headers, ...(device && { cookie: device }) })
  const set = answer.headers.getSetCookie().find((line) => line.startsWith('pabean_device=')) ?? ''
  return { token: answer.body.jwtToken, set, device: set.split(';')[0] ?? '' }
}

const loadNotices = (...recipients: string[]) => loadNoticesOf(app, ...recipients)

test('a sign-in from a new browser is reported by mail, except for the first browser', async () => {
  const { id, email } = await app.addMember('Two Browsers', 'Team')
  const desk = await signInFrom(email)
  expect(desk.set).toMatch(/^pabean_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  expect((await signInFrom(email, desk.device)).device).toBe(desk.device)
  expect(await loadNotices(email)).toEqual([])

  const forged = await signInFrom(email, 'pabean_device=made-up-by-somebody')
  expect(forged.device).not.toContain('made-up')
  const [notice, ...others] = await loadNotices(email)
  expect(others).toEqual([])
  expect(notice?.subject).toBe('New sign-in to your Pabean account')
  for (const fact of ['20-11-2026 22:00:00\u{A0}EST', 'Firefox, Linux', '203.0.113.7'])
    expect(notice?.text).toContain(fact)

  await signInFrom(email, forged.device)
  expect(await loadNotices(email)).toHaveLength(1)
  // As an account has it whose sessions are older than the list of its browsers.
  await app.platform.db.deleteFrom('member_devices').where('member_id', '=', id).execute()
  await signInFrom(email, desk.device)
  expect(await loadNotices(email)).toHaveLength(2)
  const token = (await signInFrom(email)).device.split('=')[1]
  const isKnown = (memberId: number, known = token) =>
    inTransaction(app.platform.db, (tx) => isKnownDevice(tx, memberId, known))
  expect([await isKnown(id), await isKnown(id + 1), await isKnown(id, 'other')]).toEqual([true, false, false])
  const stored = await app.platform.db.selectFrom('member_devices').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('a browser shared by two members stays known to both', async () => {
  const [first, second] = [
    await app.addMember('Shares One', 'Team'),
    await app.addMember('Shares Two', 'Team'),
  ]
  const { device } = await signInFrom(first.email)
  await signInFrom(second.email)
  expect((await signInFrom(second.email, device)).device).toBe(device)
  expect((await signInFrom(first.email, device)).device).toBe(device)
  expect(await loadNotices(first.email)).toEqual([])
  expect(await loadNotices(second.email)).toHaveLength(1)
})

test('a changed e-mail or password is mailed to the old and the new address, with the member who changed it', async () => {
  const { id, name, email } = await app.addMember('Taken Over', 'Team')
  const { token } = await signInFrom('ayu.admin@pabean.example')
  const body = { tmId: id, name, email: 'other@pabean.example', type: 'Team' as const }
  await app.call(updateTeamMember, { body: { ...body, password: 'somewhat new' } }, { token, headers })
  const notices = await loadNotices(email, body.email)
  const subjects = ['The e-mail of your Pabean account was changed', 'Your Pabean password was changed']
  expect(notices.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    [body.email, email].flatMap((recipient) => subjects.map((subject) => [recipient, subject])),
  )
  for (const { text } of notices) expect(text).toContain(`By: ${memberNames.Admin}`)
  expect(notices.filter(({ text }) => text.includes(`Before: ${email}\nNow: ${body.email}`))).toHaveLength(2)

  await app.call(updateTeamMember, { body: { ...body, name: 'Only Renamed' } }, { token })
  expect(await loadNotices(email, body.email)).toHaveLength(4)
})

test('a member is mailed about their own new password', async () => {
  const { email } = await app.addMember('Changes Own', 'Manager')
  const { token } = await signInFrom(email)
  await app.call(changePassword, { body: { newPassword: 'somewhat new' } }, { token, headers })
  const [notice] = await loadNotices(email)
  expect(notice?.subject).toBe('Your Pabean password was changed')
  expect(notice?.text).not.toContain('By:')
})

test('confirming a sign-in renews only this session, and at most ten wrong passwords are checked (product §5)', async () => {
  const { email, id } = await app.addMember('Confirms Often', 'Manager')
  const [here, elsewhere] = [await signInFrom(email), await signInFrom(email)]
  now += 16 * minute
  const confirm = (currentPassword: string) =>
    app.call(reauthenticate, { body: { currentPassword } }, { token: here.token })
  const rename = async (token: string) => {
    const body = { tmId: id, name: 'Confirms Often', email, type: 'Manager' as const }
    return (await app.call(updateTeamMember, { body }, { token })).http
  }
  expect(await rename(here.token)).toBe(403)
  expect((await confirm('')).body.errors).toEqual({ currentPassword: 'Please enter your password.' })
  expect((await confirm('not it')).http).toBe(400)
  here.token = (await confirm(testPassword)).body.jwtToken
  expect([await rename(here.token), await rename(elsewhere.token)]).toEqual([200, 403])

  const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => confirm(`guess ${at}`)))
  expect(answers.filter(({ http }) => http === 400)).toHaveLength(10)
  expect((await confirm(testPassword)).http).toBe(429)
  expect((await app.call(userInfo, {}, { token: here.token })).http).toBe(200)
})
