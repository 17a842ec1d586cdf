import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { folderCounts } from '#contract/orders.ts'
import type { Role } from '#contract/rules/roles.ts'
import { type PasskeyProof } from '#contract/factor-proof.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  offerFactors,
  readFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  resetFactors,
  setFactorRoles,
} from '#contract/second-factor.ts'
import { reauthenticate, resetPassword, signIn, signOut, userInfo } from '#contract/session.ts'
import { deleteExpiredRows } from '#server/expired-rows.ts'
import { deleteTeamMember, listMemberSessions, updateTeamMember } from '#contract/team.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import { loadNotices } from '../support/account-notices.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { memberNames, startTestApp, testPassword, type TestApp } from '../support/test-app.ts'

const origin = 'https://desk.example'
const rpId = 'desk.example'

let app: TestApp
let secondApp: TestApp
let now = Date.parse('2026-11-21T03:00:00Z')
const minute = 60_000

beforeAll(async () => {
  const options = { clock: () => new Date(now), env: { PUBLIC_URL: origin } }
  app = await startTestApp(options)
  secondApp = await startTestApp({ ...options, sharedWith: app })
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

let memberCount = 0
const createMember = async (role: Role = 'Team') => {
  const member = await app.addMember(`Factor ${(memberCount += 1)}`, role)
  return { ...member, token: (await enter(member.email)).body.jwtToken }
}
type Proof = { code?: string; passkey?: PasskeyProof }
const enter = (email: string, proof: Proof = {}, at = app, password = testPassword) =>
  at.call(signIn, { body: { email, password, ...proof } })

const codeAt = (secret: string, at = now) => new TOTP({ secret }).generate({ timestamp: at })
/** Sets up the authenticator app; the next code is of a later step. */
async function enrolTotp(token: string) {
  const { body } = await app.call(beginTotp, {}, { token })
  const { secret, url, qr } = body.data
  const confirmed = await app.call(confirmTotp, { body: { code: codeAt(secret) } }, { token })
  now += minute
  return { secret, url, qr, recoveryCodes: confirmed.body.data.recoveryCodes }
}

async function enrolPasskey(token: string, authenticator = createAuthenticator()) {
  const { body } = await app.call(beginPasskey, {}, { token })
  const challenge = String(body.data['challenge'])
  const credential = authenticator.register({ challenge, origin, rpId })
  const added = await app.call(addPasskey, { body: { name: 'Key', credential } }, { token })
  return { authenticator, credential, added }
}
/** The challenge that a sign-in without a factor is answered with. */
async function challengeOf(email: string) {
  const { body } = await enter(email)
  const { passkey } = (body as unknown as { data: { passkey: { challenge: string } } }).data
  return passkey.challenge
}
const statusOf = async (token: string) => (await app.call(folderCounts, {}, { token })).http
const loadSubjects = async (email: string) => (await loadNotices(app, email)).map(({ subject }) => subject)

test('with an authenticator app, signing in needs a code, which is asked for only after the right password', async () => {
  const { email, token } = await createMember()
  const { secret, url, qr, recoveryCodes } = await enrolTotp(token)
  expect(url).toMatch(
    /^otpauth:\/\/totp\/Pabean:factor\.1%40pabean\.example\?issuer=Pabean&secret=[A-Z2-7]{32}/,
  )
  expect(qr?.path).toMatch(/^M0 0h7/)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/)

  const asked = await enter(email)
  expect([asked.http, asked.body]).toEqual([
    400,
    {
      status: 0,
      message: 'Please confirm with your second factor.',
      code: 'SECOND_FACTOR_REQUIRED',
      data: { code: true, passkey: null },
    },
  ])
  const guessed = await enter(email, { code: codeAt(secret) }, app, 'not the password')
  expect(guessed.body).toEqual({ status: 0, message: 'Invalid email or password' })
  const wrong = await enter(email, { code: '000000' })
  expect([wrong.http, wrong.body.errors]).toEqual([400, { code: 'This code is not valid.' }])
  const inside = await enter(email, { code: ` ${codeAt(secret).slice(0, 3)} ${codeAt(secret).slice(3)}` })
  expect(inside.http).toBe(200)
  expect(await statusOf(inside.body.jwtToken)).toBe(200)

  const stored = await app.platform.db.selectFrom('totp_factors').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(secret)
  expect(await loadSubjects(email)).toContain('A second factor was added to your Pabean account')
})

test('a code is accepted once, also for concurrent sign-ins on two servers, within one step before and after', async () => {
  const { email, token } = await createMember()
  const { secret } = await enrolTotp(token)
  const code = codeAt(secret)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => enter(email, { code }, at % 2 ? app : secondApp)),
  )
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, ...Array<number>(5).fill(400)])
  expect((await enter(email, { code })).http).toBe(400)
  expect((await enter(email, { code: codeAt(secret, now - minute / 2) })).http).toBe(400)
  expect((await enter(email, { code: codeAt(secret, now + minute / 2) })).http).toBe(200)
  now += 10 * minute
  expect((await enter(email, { code: codeAt(secret, now - minute) })).http).toBe(400)
  expect((await enter(email, { code: codeAt(secret, now - minute / 2) })).http).toBe(200)
})

test('a recovery code opens its own account once, in any spelling', async () => {
  const [one, other] = [await createMember(), await createMember()]
  const { recoveryCodes } = await enrolTotp(one.token)
  await enrolTotp(other.token)
  const [code = '', second = ''] = recoveryCodes
  expect((await enter(other.email, { code })).http).toBe(400)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => enter(one.email, { code: code.toUpperCase() })),
  )
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 400, 400, 400])
  const token = answers.find(({ http }) => http === 200)?.body.jwtToken ?? ''
  const left = async () => (await app.call(readFactors, {}, { token })).body.data.recovery_codes_left
  expect(await left()).toBe(9)
  const renewed = await app.call(renewRecoveryCodes, {}, { token })
  expect(renewed.body.data.recoveryCodes).toHaveLength(10)
  expect((await enter(one.email, { code: second })).http).toBe(400)
  expect((await enter(one.email, { code: renewed.body.data.recoveryCodes[0] ?? '' })).http).toBe(200)
})

test('a changed second factor ends the member’s sessions in other browsers, and no other member’s', async () => {
  const [one, other] = [await createMember(), await createMember()]
  const enterElsewhere = async (proof: Proof = {}) => (await enter(one.email, proof)).body.jwtToken
  const first = await enterElsewhere()
  const { secret } = await enrolTotp(one.token)
  const second = await enterElsewhere({ code: codeAt(secret) })
  expect([await statusOf(first), await statusOf(one.token), await statusOf(second)]).toEqual([401, 200, 200])
  await app.call(renewRecoveryCodes, {}, { token: one.token })
  expect([await statusOf(second), await statusOf(one.token)]).toEqual([401, 200])
  now += minute
  const third = await enterElsewhere({ code: codeAt(secret) })
  expect((await app.call(removeTotp, {}, { token: one.token })).http).toBe(200)
  expect([await statusOf(third), await statusOf(one.token), await statusOf(other.token)]).toEqual([
    401, 200, 200,
  ])
})

test('ten wrong codes are checked over all servers, and asking for a code does not count', async () => {
  const { email, token } = await createMember()
  const { secret } = await enrolTotp(token)
  for (let time = 0; time < 12; time++) expect((await enter(email)).body.code).toBe('SECOND_FACTOR_REQUIRED')
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      (at % 2 ? app : secondApp).call(reauthenticate, { body: { code: `${100_000 + at}` } }, { token }),
    ),
  )
  expect(answers.filter(({ http }) => http === 400)).toHaveLength(10)
  expect((await enter(email, { code: codeAt(secret) })).http).toBe(429)
  now += 16 * minute
  expect((await enter(email, { code: codeAt(secret) })).http).toBe(200)
})

test('a secret is used only once confirmed, and is not replaced afterwards', async () => {
  const { email, token } = await createMember()
  const other = await createMember()
  await app.call(beginTotp, {}, { token: other.token })
  const first = await app.call(beginTotp, {}, { token })
  const second = await app.call(beginTotp, {}, { token })
  expect((await enter(email)).http).toBe(200)
  const confirm = (secret: string) => app.call(confirmTotp, { body: { code: codeAt(secret) } }, { token })
  expect((await confirm(first.body.data.secret)).http).toBe(400)
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(second.body.data.secret)))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409, 409, 409])
  expect((await enter(other.email)).http).toBe(200)
  expect((await app.call(beginTotp, {}, { token })).http).toBe(409)
  expect((await enter(email, { code: codeAt(second.body.data.secret) })).http).toBe(400)

  expect((await app.call(removeTotp, {}, { token })).http).toBe(200)
  expect((await app.call(removeTotp, {}, { token })).http).toBe(404)
  expect((await enter(email)).http).toBe(200)
  expect((await app.call(readFactors, {}, { token })).body.data.recovery_codes_left).toBe(0)
  expect((await app.call(renewRecoveryCodes, {}, { token })).http).toBe(409)
})

test('a passkey signs in its owner; its answer is accepted once, at this address only', async () => {
  const [one, other] = [await createMember(), await createMember()]
  const { authenticator, added, credential } = await enrolPasskey(one.token)
  expect(added.body.data.recoveryCodes).toHaveLength(10)
  const { authenticator: othersKey } = await enrolPasskey(other.token)
  const prove = async (by: ReturnType<typeof createAuthenticator>, counter: number, at = { origin, rpId }) =>
    by.prove({ challenge: await challengeOf(one.email), ...at }, counter)

  const proof = await prove(authenticator, 1)
  expect((await enter(one.email, { passkey: proof })).http).toBe(200)
  expect((await enter(one.email, { passkey: proof })).http).toBe(400)
  const elsewhere = { origin: 'https://desk.example.evil.example', rpId }
  expect((await enter(one.email, { passkey: await prove(authenticator, 2, elsewhere) })).http).toBe(400)
  expect(
    (await enter(one.email, { passkey: await prove(authenticator, 2, { origin, rpId: 'x' }) })).http,
  ).toBe(400)
  expect((await enter(one.email, { passkey: await prove(othersKey, 2) })).http).toBe(400)
  const challenge = await challengeOf(other.email)
  const bySomebodyElse = authenticator.prove({ challenge, origin, rpId }, 2)
  expect((await enter(one.email, { passkey: bySomebodyElse })).http).toBe(400)
  const late = await prove(authenticator, 2)
  now += 6 * minute
  expect((await enter(one.email, { passkey: late })).http).toBe(400)
  now += 16 * minute

  expect((await enter(one.email, { passkey: await prove(authenticator, 5) })).http).toBe(200)
  const cloned = await enter(one.email, { passkey: await prove(authenticator, 5) })
  expect([cloned.http, cloned.body.message]).toEqual([400, 'This passkey was not accepted.'])
  const twice = await prove(authenticator, 6)
  const answers = await Promise.all([twice, twice, twice].map((passkey) => enter(one.email, { passkey })))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 400, 400])

  const token = answers.find(({ http }) => http === 200)?.body.jwtToken ?? ''
  const mine = (await app.call(readFactors, {}, { token })).body.data.passkeys
  expect(mine).toMatchObject([{ id: credential.id, name: 'Key', last_used_at: expect.any(String) }])
  const params = { id: credential.id }
  const { token: strange } = await createMember()
  expect((await app.call(removePasskey, { params }, { token: strange })).http).toBe(404)
  expect((await app.call(removePasskey, { params }, { token })).http).toBe(200)
  expect((await enter(one.email)).http).toBe(200)
})

test('a new passkey answers its own challenge once, and belongs to one member', async () => {
  const [one, other] = [await createMember(), await createMember()]
  const { credential, authenticator } = await enrolPasskey(one.token)
  const add = (token: string, body = { name: 'Key', credential }) => app.call(addPasskey, { body }, { token })
  expect((await add(one.token)).http).toBe(400)
  const { added } = await enrolPasskey(other.token, authenticator)
  expect(added.http).toBe(400)
  expect((await enter(other.email)).http).toBe(200)
  // The challenge of a sign-in adds no passkey.
  const challenge = await challengeOf(one.email)
  const forged = createAuthenticator().register({ challenge, origin, rpId })
  expect((await add(one.token, { name: 'Key', credential: forged })).http).toBe(400)
  const second = await enrolPasskey(one.token)
  expect(second.added.body.data.recoveryCodes).toEqual([])
  await app.call(removePasskey, { params: { id: credential.id } }, { token: one.token })
  const left = (await app.call(readFactors, {}, { token: one.token })).body.data
  expect(left.passkeys.map(({ id }) => id)).toEqual([second.credential.id])
  expect(left.recovery_codes_left).toBe(10)
})

test('a sign-in can be confirmed by a code or a passkey', async () => {
  const { email, id, token: first } = await createMember('Manager')
  let token = first
  const { secret } = await enrolTotp(token)
  const { authenticator } = await enrolPasskey(token)
  const rename = async () => {
    const body = { tmId: id, name: `Renamed ${id}`, email, type: 'Manager' as const }
    return (await app.call(updateTeamMember, { body }, { token })).http
  }
  now += 16 * minute
  expect(await rename()).toBe(403)
  token = (await app.call(reauthenticate, { body: { code: codeAt(secret) } }, { token })).body.jwtToken
  expect(await rename()).toBe(200)
  now += 16 * minute
  const byPassword = await app.call(reauthenticate, { body: { currentPassword: testPassword } }, { token })
  expect([byPassword.http, byPassword.body.message, await rename()]).toEqual([
    400,
    'Please confirm with your second factor.',
    403,
  ])
  const offer = await app.call(offerFactors, {}, { token })
  expect(offer.body.data.code).toBe(true)
  const challenge = String(offer.body.data.passkey?.['challenge'])
  const passkey = authenticator.prove({ challenge, origin, rpId }, 1)
  token = (await app.call(reauthenticate, { body: { passkey } }, { token })).body.jwtToken
  expect(await rename()).toBe(200)
  for (const body of [{}, { code: '1', currentPassword: testPassword }])
    expect((await app.call(reauthenticate, { body }, { token })).http).toBe(400)
})

test('a role that requires a second factor is refused every other call until it is set up (product §5)', async () => {
  const admin = { token: (await enter('ayu.admin@pabean.example')).body.jwtToken }
  const { email, token: earlier } = await createMember('Telecaller')
  const required = await app.call(setFactorRoles, { body: { roles: ['Telecaller'] } }, admin)
  expect(required.body.data).toEqual({ roles: ['Telecaller'] })
  expect((await app.call(setFactorRoles, { body: { roles: ['Telecaller'] } }, { token: earlier })).http).toBe(
    403,
  )

  const entered = await enter(email)
  expect(entered.body.mustEnrol).toBe(true)
  const { jwtToken: token } = entered.body
  for (const each of [token, earlier]) {
    const { http, body } = await app.call(folderCounts, {}, { token: each })
    expect([http, body.status, body.code]).toEqual([403, 0, 'SECOND_FACTOR_ENROLMENT_REQUIRED'])
  }
  const open = app.endpoints.filter(({ openBeforeEnrolment }) => openBeforeEnrolment)
  expect(open.map(({ path }) => path).toSorted()).toEqual([
    '/admin/logout',
    '/admin/reauthenticate',
    '/admin/second-factor',
    '/admin/second-factor/confirm-totp',
    '/admin/second-factor/offer',
    '/admin/second-factor/passkey-options',
    '/admin/second-factor/passkeys',
    '/admin/second-factor/totp',
    '/user_info',
  ])
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const docs = await fetch(`${app.url}/api/docs/json`, { headers: { cookie } })
  expect(docs.status).toBe(403)

  await enrolTotp(token)
  expect(await statusOf(token)).toBe(200)
  await app.call(removeTotp, {}, { token })
  expect(await statusOf(token)).toBe(403)
  await enrolPasskey(token)
  expect(await statusOf(token)).toBe(200)
  expect((await app.call(signOut, {}, { token })).http).toBe(200)
  const free = await createMember('Night Staff')
  expect(await statusOf(free.token)).toBe(200)
  const bound = await createMember('Telecaller')
  expect(await statusOf(bound.token)).toBe(403)
  const freed = await app.call(setFactorRoles, { body: { roles: [] } }, admin)
  expect(freed.body.data).toEqual({ roles: [] })
  expect(await statusOf(bound.token)).toBe(200)
})

/** Rows about a member's second factors. */
async function countStored(memberId: number) {
  const tables = ['totp_factors', 'recovery_codes', 'passkeys'] as const
  const rows = await Promise.all(
    tables.map((table) =>
      app.platform.db.selectFrom(table).select('member_id').where('member_id', '=', memberId).execute(),
    ),
  )
  return rows.flat().length
}

test('an Admin resets a lost factor: the sessions end, the owner is mailed, and the audit log records it', async () => {
  const admin = { token: (await enter('ayu.admin@pabean.example')).body.jwtToken }
  const { id, name, email, token } = await createMember()
  const { token: bystander, email: bystanderEmail } = await createMember()
  const params = { memberId: id }
  expect((await app.call(resetFactors, { params }, admin)).http).toBe(409)
  await enrolTotp(token)
  await enrolPasskey(token)
  await enrolTotp(bystander)
  const listed = await app.call(listMemberSessions, { params }, admin)
  expect(listed.body.hasSecondFactor).toBe(true)
  expect((await app.call(resetFactors, { params }, admin)).http).toBe(200)
  expect((await app.call(userInfo, {}, { token })).http).toBe(401)
  expect((await enter(email)).http).toBe(200)
  expect((await enter(bystanderEmail)).body.code).toBe('SECOND_FACTOR_REQUIRED')
  expect(await loadSubjects(email)).toContain('The second factor of your Pabean account was reset')
  const { body } = await app.call(listAuditEvents, { query: { groups: 'change' } }, admin)
  expect(body.data[0]).toMatchObject({
    action: 'second factor reset',
    by: memberNames.Admin,
    details: { id, name },
  })
  expect(await countStored(id)).toBe(0)
})

test('a mailed password reset does not replace the second factor', async () => {
  const { id, email, token } = await createMember()
  const { secret } = await enrolTotp(token)
  const link = 'a link of this test'
  const row = {
    token_hash: secretHash(link),
    member_id: id,
    expires_at: new Date(now + minute),
    used_at: null,
  }
  await app.platform.db.insertInto('password_resets').values(row).execute()
  const newPassword = 'salak pondoh manis'
  expect((await app.call(resetPassword, { body: { token: link, newPassword } })).http).toBe(200)
  expect((await enter(email, {}, app, newPassword)).body.code).toBe('SECOND_FACTOR_REQUIRED')
  expect((await enter(email, { code: codeAt(secret) }, app, newPassword)).http).toBe(200)
})

test('removing a member deletes the factors', async () => {
  const admin = { token: (await enter('ayu.admin@pabean.example')).body.jwtToken }
  const { id, token } = await createMember()
  await enrolTotp(token)
  await enrolPasskey(token)
  expect(await countStored(id)).toBe(12)
  expect((await app.call(deleteTeamMember, { body: { teamMemberId: id } }, admin)).http).toBe(200)
  expect(await countStored(id)).toBe(0)
})

test('on an IP address no passkey is offered, with the reason', async () => {
  const bare = await startTestApp({
    sharedWith: app,
    clock: () => new Date(now),
    env: { PUBLIC_URL: 'http://127.0.0.1:3000' },
  })
  try {
    const { token } = await createMember()
    const { body } = await bare.call(readFactors, {}, { token })
    expect(body.data.passkeys_unavailable).toContain('not on a bare IP address')
    expect((await bare.call(beginPasskey, {}, { token })).http).toBe(409)
    const named = await app.call(readFactors, {}, { token })
    expect(named.body.data.passkeys_unavailable).toBeNull()
  } finally {
    await bare.stop()
  }
})

test('expired challenges are deleted', async () => {
  const { db } = app.platform
  await db.deleteFrom('passkey_challenges').execute()
  const { email, token } = await createMember()
  await enrolPasskey(token)
  await challengeOf(email)
  const count = async () => (await db.selectFrom('passkey_challenges').select('member_id').execute()).length
  const deleteAt = (at: number) => deleteExpiredRows({ db, clock: () => new Date(at) })
  await deleteAt(now + 4 * minute)
  expect(await count()).toBe(1)
  await deleteAt(now + 6 * minute)
  expect(await count()).toBe(0)
})
