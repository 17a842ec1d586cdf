import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { listOutbox, readOutboxMail } from '#contract/outbox.ts'
import {
  changePassword,
  checkResetLink,
  forgotPassword,
  resetPassword,
  signIn,
  userInfo,
} from '#contract/session.ts'
import { deleteTeamMember } from '#contract/team.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import { mailResetLinkJob } from '#server/session/passwords.ts'
import { duringChange } from '../support/during-change.ts'
import { memberNames, testPassword } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let now = Date.parse('2026-11-21T03:00:00Z')
const clock = () => new Date(now)
const minute = 60_000

const app = useTestApp({ clock, worker: true, env: { TRUST_PROXY: '127.0.0.1' } })
const secondApp = useTestApp(() => ({ clock, sharedWith: app, env: { TRUST_PROXY: '127.0.0.1' } }))

let ipCount = 0
/** Headers of a new IP, so that rate limits of one do not affect the others. */
const headersOfNewIp = () => ({ 'x-forwarded-for': `203.0.113.${(ipCount += 1)}` })

const signInWithPassword = (email: string, password: string, headers = headersOfNewIp()) =>
  app.call(signIn, { body: { email, password } }, { headers })
const isTokenValid = async (token: string) => (await app.call(userInfo, {}, { token })).http === 200
let managerCount = 0
const createManager = async () => {
  const member = await app.addMember(`Manager ${(managerCount += 1)}`, 'Manager')
  return { ...member, token: (await signInWithPassword(member.email, testPassword)).body.jwtToken }
}
const change = (token: string, newPassword: string, currentPassword?: string, at = app) =>
  at.call(
    changePassword,
    { body: { newPassword, ...(currentPassword !== undefined && { currentPassword }) } },
    { token },
  )
const requestReset = (email: string, headers = headersOfNewIp(), at = app) =>
  at.call(forgotPassword, { body: { email } }, { headers })
const reset = (token: string, newPassword: string, at = app) =>
  at.call(resetPassword, { body: { token, newPassword } })
/** Status and message of a look at a link, which uses nothing up. */
const checkLink = async (token: string) => {
  const { http, body } = await app.call(checkResetLink, { body: { token } })
  return [http, body.message]
}
const usable = [200, 'The link can be used.']
const notUsable = [400, 'This link is no longer valid. Request a new one.']

const loadMailsTo = (recipient: string) =>
  app.platform.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', 'reset')
    .orderBy('created_at')
    .execute()

/** Waits until `count` mails to the address are sent; returns the newest and the secret of its link. */
async function awaitResetLink(recipient: string, count = 1) {
  await expect
    .poll(async () => (await loadMailsTo(recipient)).map(({ state }) => state))
    .toEqual(Array(count).fill('kept'))
  const mail = (await loadMailsTo(recipient)).at(-1)
  const read = await simpleParser(await readFile(join(app.dataDir, 'outbox', `${mail?.id}.eml`)))
  const link = /https?:\S+\/reset-password\/[\w-]+/.exec(read.text ?? '')?.[0] ?? ''
  return { mail, read, link, secret: link.split('/').at(-1) ?? '' }
}

test('changing the password after a recent sign-in ends every session of the member', async () => {
  const { email, token } = await createManager()
  const elsewhere = (await signInWithPassword(email, testPassword)).body.jwtToken
  const { body, headers } = await change(token, 'new secret')
  expect(body).toEqual({
    status: 1,
    message: 'Password updated successfully. Sign in with your new password.',
  })
  expect(headers.get('set-cookie')).toMatch(/^pabean_session=;/)
  expect([await isTokenValid(token), await isTokenValid(elsewhere)]).toEqual([false, false])
  expect((await signInWithPassword(email, testPassword)).http).toBe(400)
  expect((await signInWithPassword(email, 'new secret')).http).toBe(200)
})

test.each([
  ['', 'Please enter your New Password.'],
  ['12345', 'New Password must be at least 6 characters.'],
])('a new password of %j is refused: %s', async (newPassword, message) => {
  const { token } = await createManager()
  const { http, body } = await change(token, newPassword)
  expect([http, body.status, body.message, body.errors]).toEqual([400, 0, message, { newPassword: message }])
  expect(await isTokenValid(token)).toBe(true)
})

test('changing the password more than fifteen minutes after sign-in requires the current password (product §5)', async () => {
  const { email, token } = await createManager()
  now += 15 * minute + 1000
  for (const nothing of [undefined, '']) {
    const { http, body } = await change(token, 'new secret', nothing)
    expect([http, body.status, body.code]).toEqual([403, 0, 'REAUTH_REQUIRED'])
  }
  const wrong = await change(token, 'new secret', 'not it')
  expect([wrong.http, wrong.body.errors]).toEqual([
    400,
    { currentPassword: 'The current password is not correct.' },
  ])
  expect(await isTokenValid(token)).toBe(true)
  expect((await change(token, 'new secret', testPassword)).http).toBe(200)
  expect(await isTokenValid(token)).toBe(false)
  const { jwtToken } = (await signInWithPassword(email, 'new secret')).body
  now += 16 * minute
  const { body } = await change(jwtToken, 'newer secret', testPassword)
  expect(body.errors).toEqual({ currentPassword: 'The current password is not correct.' })
  expect((await change(jwtToken, 'newer secret', 'new secret')).http).toBe(200)
})

test('at most ten wrong current passwords are checked, also concurrently on two servers', async () => {
  const { token } = await createManager()
  now += 16 * minute
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      change(token, 'new secret', `guess ${at}`, at % 2 ? app : secondApp),
    ),
  )
  expect(answers.filter(({ http }) => http === 400)).toHaveLength(10)
  const closed = await change(token, 'new secret', testPassword)
  expect(closed.http).toBe(429)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
  now += 16 * minute
  expect((await change(token, 'new secret', testPassword)).http).toBe(200)
})

test.each(['Team', 'Telecaller', 'Night Staff'] as const)('%s may not change the password', async (role) => {
  expect((await change(await app.signInAs(role), 'new secret')).http).toBe(403)
})

test('a sign-in concurrent with a password change gives no valid session', async () => {
  const { email, token } = await createManager()
  const entering = Array.from({ length: 6 }, () => signInWithPassword(email, testPassword))
  const changed = await change(token, 'new secret')
  expect(changed.http).toBe(200)
  for (const { body } of await Promise.all(entering))
    expect(body.status === 1 && (await isTokenValid(body.jwtToken))).toBe(false)

  const other = await createManager()
  const signedIn = await duringChange(
    app,
    (tx) => tx.updateTable('members').set({ password_hash: 'another' }).where('id', '=', other.id).execute(),
    () => signInWithPassword(other.email, testPassword),
  )
  expect(signedIn.http).toBe(400)
})

test('a forgotten password is reset by the mailed link, once', async () => {
  const { email, token } = await createManager()
  const asked = await requestReset(` ${email.toUpperCase()}`)
  expect(asked.body).toEqual({
    status: 1,
    message: 'If there is an account with this e-mail, a link for a new password is kept here, not sent.',
  })
  const { read, link, secret, mail } = await awaitResetLink(email)
  expect(read.from?.value[0]?.address).toBe('no-reply@mail.pabean.example')
  expect(link).toBe(`${app.platform.config.publicUrl}/reset-password/${secret}`)
  expect(read.html).toContain(link)
  expect(mail?.order_id).toBeNull()

  expect([await checkLink(secret), await checkLink(secret)]).toEqual([usable, usable])
  expect(await checkLink('made-up')).toEqual(notUsable)
  const short = await reset(secret, 'short')
  expect([short.http, short.body.errors]).toEqual([
    400,
    { newPassword: 'New Password must be at least 6 characters.' },
  ])
  expect((await reset(secret, 'chosen anew')).body).toEqual({
    status: 1,
    message: 'Password updated successfully. Sign in with your new password.',
  })
  expect(await isTokenValid(token)).toBe(false)
  expect((await signInWithPassword(email, testPassword)).http).toBe(400)
  expect((await signInWithPassword(email, 'chosen anew')).http).toBe(200)
  const again = await reset(secret, 'once more')
  expect([again.http, again.body.message]).toEqual(notUsable)
  expect(await checkLink(secret)).toEqual(notUsable)
})

test('a reset that waits for another by the same link is refused', async () => {
  const { email } = await createManager()
  await requestReset(email)
  const { secret } = await awaitResetLink(email)
  const second = await duringChange(
    app,
    (tx) =>
      tx
        .updateTable('password_resets')
        .set({ used_at: new Date(now) })
        .where('token_hash', '=', secretHash(secret))
        .execute(),
    () => reset(secret, 'chosen second'),
  )
  expect(second.http).toBe(400)
  expect((await signInWithPassword(email, testPassword)).http).toBe(200)
})

test('the secret is stored as a hash, and the outbox masks it', async () => {
  const { email } = await createManager()
  await requestReset(email)
  const { secret, mail } = await awaitResetLink(email)
  const stored = await app.platform.db.selectFrom('password_resets').selectAll().execute()
  expect(stored.some(({ token_hash }) => token_hash.equals(secretHash(secret)))).toBe(true)
  const admin = { token: await app.signInAs('Admin') }
  const listed = await app.call(listOutbox, { query: { limit: 500 } }, admin)
  const shown = await app.call(readOutboxMail, { params: { mailId: mail?.id ?? '' } }, admin)
  expect(shown.body.data.text).toContain('/reset-password/••••••')
  for (const { body } of [listed, shown]) expect(JSON.stringify(body)).not.toContain(secret)
})

test('an unknown account gets the same answer and no mail', async () => {
  const known = await createManager()
  const answers = [await requestReset(known.email), await requestReset('nobody@pabean.example')]
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(answers[1]?.http).toBe(answers[0]?.http)
  await awaitResetLink(known.email)
  expect(await loadMailsTo('nobody@pabean.example')).toEqual([])
})

test('a reset link used ten times concurrently on two servers works once', async () => {
  const { email } = await createManager()
  await requestReset(email)
  const { secret } = await awaitResetLink(email)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => reset(secret, `chosen anew ${at}`, at % 2 ? app : secondApp)),
  )
  const winners = [...answers.keys()].filter((at) => answers[at]?.http === 200)
  expect(winners).toHaveLength(1)
  expect((await signInWithPassword(email, `chosen anew ${winners[0]}`)).http).toBe(200)
})

test('a reset link expires after one hour', async () => {
  const { email } = await createManager()
  await requestReset(email)
  const first = await awaitResetLink(email)
  now += 60 * minute + 1000
  expect(await checkLink(first.secret)).toEqual(notUsable)
  expect((await reset(first.secret, 'too late')).http).toBe(400)
  await requestReset(email)
  const second = await awaitResetLink(email, 2)
  now += 59 * minute
  expect((await reset(second.secret, 'in time')).http).toBe(200)
})

test("reset links are invalid after a password change and after the member's removal", async () => {
  const { email, token, id } = await createManager()
  const colleague = await createManager()
  for (const address of [colleague.email, email]) await requestReset(address)
  const first = await awaitResetLink(email)
  const linkOfColleague = await awaitResetLink(colleague.email)
  await change(token, 'new secret')
  expect((await reset(first.secret, 'stolen mail')).http).toBe(400)

  await requestReset(email)
  const second = await awaitResetLink(email, 2)
  const admin = { token: await app.signInWith('ayu.admin@pabean.example') }
  expect((await app.call(deleteTeamMember, { body: { teamMemberId: id } }, admin)).http).toBe(200)
  expect((await reset(second.secret, 'gone member')).http).toBe(400)
  expect((await reset(linkOfColleague.secret, 'still valid')).http).toBe(200)
})

test('reset requests are rate limited per IP, equally for known and unknown accounts', async () => {
  const { email } = await createManager()
  for (const address of [email, 'unknown@pabean.example']) {
    const headers = headersOfNewIp()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => requestReset(address, headers, at % 2 ? app : secondApp)),
    )
    expect(answers.map(({ http }) => http).toSorted()).toEqual([...Array(5).fill(200), 429, 429, 429])
  }
})

/** Waits until every requested reset link is mailed or held back. */
async function awaitResetJobs() {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from jobs.job
    where name = ${mailResetLinkJob.name} and state in ('created', 'retry', 'active')`
  await expect.poll(async () => (await waiting.execute(app.platform.db)).rows[0]?.n).toBe(0)
}

test('an address gets at most five reset links at a time', async () => {
  const { email } = await createManager()
  for (let at = 0; at < 7; at++) await requestReset(email)
  // The later two must have been judged before an hour passes.
  await awaitResetJobs()
  await awaitResetLink(email, 5)
  const links = await app.platform.db
    .selectFrom('password_resets as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select('token_hash')
    .where('m.email', '=', email)
    .execute()
  expect(links).toHaveLength(5)
  now += 61 * minute
  await requestReset(email)
  await awaitResetLink(email, 6)
})

test.each([
  ['', 'Email Address is required'],
  ['no address', 'Invalid email address'],
])('a reset request for %j is refused: %s', async (email, message) => {
  const { http, body } = await requestReset(email)
  expect([http, body.errors]).toEqual([400, { email: message }])
})

test('the audit log names who changed a password, but not the password (product §4)', async () => {
  const admin = { token: await app.signInAs('Admin') }
  const { body } = await app.call(listAuditEvents, { query: { limit: 500 } }, admin)
  const actions = body.data.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['password changed', 'password reset', 'member removed']))
  expect(body.data.find(({ action }) => action === 'password reset')?.by).toMatch(/^Manager \d+$/)
  expect(body.data.find(({ action }) => action === 'member removed')?.by).toBe(memberNames.Admin)
  expect(JSON.stringify(body)).not.toMatch(/secret|argon/)
  const page = await app.call(listAuditEvents, { query: { after: body.data[0]?.id, limit: 1 } }, admin)
  expect(page.body.data).toEqual([body.data[1]])
  expect(page.body.count).toBe(body.data.length)
  for (const role of ['Manager', 'Team', 'Telecaller', 'Night Staff'] as const)
    expect((await app.as(role).call(listAuditEvents)).http).toBe(403)
})
