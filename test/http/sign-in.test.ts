import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { moveOrders } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, listOrders, searchOrders } from '#contract/orders.ts'
import { roles } from '#contract/rules/roles.ts'
import { listSessions, signIn, signOut, userInfo } from '#contract/session.ts'
import {
  clearAttempts,
  releaseAttempt,
  recordFailure,
  secondsToWait,
  claimAttempt,
  storedKey,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames, testPassword } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let now = Date.parse('2026-11-21T03:00:00Z')

const app = useTestApp({ clock: () => new Date(now) })

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@pabean.example`
const admin = emailOf(memberNames.Admin)
const signInWith = (email: string, password = testPassword, rememberMe = false) =>
  app.call(signIn, { body: { email, password, rememberMe } })

test.each(roles)('%s signs in, and the token contains name and role (product §5)', async (role) => {
  const { http, body, headers } = await signInWith(` ${emailOf(memberNames[role]).toUpperCase()}`)
  expect(http).toBe(200)
  expect(body).toMatchObject({
    status: 1,
    message: 'You are signed in.',
    data: { name: memberNames[role], type: role },
  })
  const payload = JSON.parse(Buffer.from(body.jwtToken.split('.')[1] ?? '', 'base64url').toString())
  expect(payload.user).toEqual({ id: body.data.id, name: memberNames[role], type: role })
  expect(headers.get('set-cookie')).toMatch(/^pabean_session=.*Expires=.*HttpOnly; SameSite=Strict$/)
  for (const token of [body.jwtToken, `Bearer ${body.jwtToken}`]) {
    const member = await app.call(userInfo, {}, { token })
    expect(member.body.data).toEqual(body.data)
  }
})

test('empty and invalid fields are refused with the specified messages (spec §5)', async () => {
  const empty = await signInWith('', '')
  expect(empty.http).toBe(400)
  expect(empty.body.errors).toEqual({ email: 'Email Address is required', password: 'Password is required' })
  const wrong = await signInWith('no address', 'x')
  expect(wrong.body.errors).toEqual({ email: 'Invalid email address' })
})

test('an unknown account and a wrong password get the same answer', async () => {
  const answers = [
    await signInWith(admin, 'wrong password'),
    await signInWith('nobody@pabean.example', 'wrong password'),
  ]
  for (const { http, body } of answers) {
    expect(http).toBe(400)
    expect(body).toEqual({ status: 0, message: 'Invalid email or password' })
  }
})

test('calls without a session, with an invalid one and after signing out answer 401 with status 401 (spec §7)', async () => {
  const { body } = await signInWith(admin)
  const token = body.jwtToken
  expect((await app.call(folderCounts, {}, { token })).http).toBe(200)
  await app.call(signOut, {}, { token })
  for (const attempt of [undefined, 'made.up.token', token]) {
    const { http, body: refused } = await app.call(folderCounts, {}, attempt ? { token: attempt } : {})
    expect(http).toBe(401)
    expect(refused).toEqual({ status: 401, message: 'Session expired. Sign in again.' })
  }
})

test('a token not signed by this server is refused, whatever session it names', async () => {
  const { body } = await signInWith(admin)
  const payload = decodeJwt(body.jwtToken)
  const { key } = app.platform.sessionKey
  const sign = (alg: string, by = key) => new SignJWT(payload).setProtectedHeader({ alg }).sign(by)
  const statusOf = async (token: string) => (await app.call(folderCounts, {}, { token })).http
  const unsigned = new UnsecuredJWT(payload).encode()
  const others = [await sign('HS256', randomBytes(32)), await sign('HS512'), unsigned]
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401, 401])
  expect(await statusOf(await sign('HS256'))).toBe(200)
})

test('a claimed client address is ignored without a trusted proxy', async () => {
  const { email } = await app.addMember('Claims An Address', 'Team')
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    forwarded: 'for=203.0.113.7',
    'x-real-ip': '203.0.113.7',
  }
  const { body } = await app.call(signIn, { body: { email, password: testPassword } }, { headers })
  const listed = await app.call(listSessions, {}, { token: body.jwtToken })
  expect(listed.body.data.map(({ ip }) => ip)).toEqual(['127.0.0.1'])
})

test('a session ends after twelve hours, a remembered one after seven days (spec §2)', async () => {
  const usual = (await signInWith(admin)).body.jwtToken
  const remembered = (await signInWith(admin, testPassword, true)).body.jwtToken
  const hour = 60 * 60_000
  const works = async (token: string) => (await app.call(userInfo, {}, { token })).http === 200
  now += 12 * hour - 1000
  expect(await works(usual)).toBe(true)
  now += 2000
  expect(await works(usual)).toBe(false)
  expect(await works(remembered)).toBe(true)
  now += 6.5 * 24 * hour
  expect(await works(remembered)).toBe(false)
  // A password itself grows no older.
  now += 400 * 24 * hour
  expect((await signInWith(admin)).http).toBe(200)
})

test('session and member are read from the database, whatever the token says', async () => {
  const { db } = app.platform
  const { id, email } = await app.addMember('Ended Early', 'Team')
  const statusAfter = async (change: () => Promise<unknown>) => {
    const { jwtToken } = (await signInWith(email)).body
    await change()
    return (await app.call(userInfo, {}, { token: jwtToken })).http
  }
  const sessionsOfMember = db.updateTable('sessions').where('member_id', '=', id)
  expect(await statusAfter(async () => {})).toBe(200)
  expect(await statusAfter(() => sessionsOfMember.set({ expires_at: new Date(now - 1) }).execute())).toBe(401)
  const members = db.updateTable('members').where('id', '=', id)
  expect(await statusAfter(() => members.set({ removed_at: new Date(now) }).execute())).toBe(401)
})

test('a role changed since the last call applies: nothing is read, recorded or changed with the old role', async () => {
  const { db } = app.platform
  const { id, email } = await app.addMember('Changed Meanwhile', 'Manager')
  const token = (await signInWith(email)).body.jwtToken
  const orderId = await createTestOrder(app)
  const view = async () => (await app.call(getOrder, { params: { orderId } }, { token })).http
  const move = async (updatingStatus: 'AwaitingGovt' | 'Awaiting') =>
    (await app.call(moveOrders, { body: { orderId: [orderId], updatingStatus } }, { token })).http
  const views = async () =>
    (
      await app.owner
        .selectFrom('audit_events')
        .select('id')
        .where('action', '=', 'order viewed')
        .where('order_id', '=', orderId)
        .execute()
    ).length
  const statusOf = async () =>
    (
      await db
        .selectFrom('orders')
        .select('process_status')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).process_status
  expect([await view(), await move('AwaitingGovt')]).toEqual([200, 200])

  const members = db.updateTable('members').where('id', '=', id)
  const history = async () =>
    (await app.call(listOrders, { params: { orderName: 'allOrder' } }, { token })).http
  expect(await history()).toBe(200)
  await members.set({ role: 'Telecaller' }).execute()
  expect(await history()).toBe(403)

  expect(await view()).toBe(200)
  await db
    .updateTable('sessions')
    .where('member_id', '=', id)
    .set({ revoked_at: new Date(now) })
    .execute()
  expect((await app.call(moveOrders, { body: { orderId: [] } } as never, { token })).http).toBe(401)
  expect([await view(), await move('Awaiting')]).toEqual([401, 401])
  expect([await views(), await statusOf()]).toEqual([2, 'AwaitingGovt'])
})

test('the cookie alone is refused for calls that change or list', async () => {
  const cookie = (await signInWith(admin)).headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await app.call(folderCounts, {}, { cookie })).http).toBe(401)
  expect((await app.call(signOut, {}, { cookie })).http).toBe(401)
})

test('after ten failures an account is locked for the IP, with Retry-After', async () => {
  const { email } = await app.addMember('Guessed Often', 'Team')
  for (let attempt = 0; attempt < 10; attempt++) expect((await signInWith(email, 'guess')).http).toBe(400)
  const closed = await signInWith(email)
  expect(closed.http).toBe(429)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
  now += 15 * 60_000
  expect((await signInWith(email)).http).toBe(200)
})

test('concurrent password guesses are limited like sequential ones', async () => {
  const { email } = await app.addMember('Guessed At Once', 'Team')
  const answers = await Promise.all(Array.from({ length: 30 }, () => signInWith(email, 'guess')))
  expect(answers.filter(({ http }) => http === 400)).toHaveLength(10)
  expect(answers.filter(({ http }) => http === 429)).toHaveLength(20)
  now += 15 * 60_000
  for (let entered = 0; entered < 12; entered++) expect((await signInWith(email)).http).toBe(200)
})

test('Order History is refused to a Telecaller, as a list, as a search and as a count (product §4)', async () => {
  const token = await app.signInWith(emailOf(memberNames.Telecaller))
  const list = await app.call(listOrders, { params: { orderName: 'allOrder' } }, { token })
  expect(list.http).toBe(403)
  const search = await app.call(
    searchOrders,
    { body: { searchVal: 'abc', folderName: 'allOrder' } },
    { token },
  )
  expect(search.http).toBe(403)
  const counts = await app.call(folderCounts, {}, { token })
  expect(counts.body.data).not.toHaveProperty('allOrdersCount')
  expect(counts.body.data).toHaveProperty('newOrdersCount')
})

test('concurrent successful sign-ins do not count as failures', async () => {
  const { email } = await app.addMember('Quick Hands', 'Team')
  const answers = await Promise.all(Array.from({ length: 20 }, () => signInWith(email)))
  expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(0)
  const left = await app.platform.db
    .selectFrom('attempts')
    .select('key')
    .where('scope', '=', 'sign-in account')
    .where('key', '=', storedKey({ scope: 'sign-in account', key: `${email} 127.0.0.1` }))
    .execute()
  expect(left).toEqual([])
})

test('attempts are counted and released for each key of each scope', async () => {
  const { db } = app.platform
  const limit = (scope: string, key: string): AttemptLimit => ({ scope, key, max: 2, minutes: 15 })
  const [own, ofKey, ofScope] = [limit('one', 'own'), limit('one', 'other'), limit('two', 'own')]
  const at = (seconds: number) => new Date(now + seconds * 1000)
  const isLocked = async (of: AttemptLimit) =>
    (await inTransaction(db, (tx) => secondsToWait(tx, [of], at(9)))) > 0
  const loadAttempts = async () => {
    const rows = await db.selectFrom('attempts').select(['scope', 'key', 'at']).orderBy('id').execute()
    const limits = ['one', 'two'].flatMap((scope) => ['own', 'other'].map((key) => ({ scope, key })))
    return rows.flatMap((row) => {
      const found = limits.find((it) => it.scope === row.scope && storedKey(it) === row.key)
      return found ? `${found.scope} ${found.key} ${row.at.getTime() - now}` : []
    })
  }
  await inTransaction(db, async (tx) => {
    await claimAttempt(tx, [own], at(1))
    for (const other of [ofKey, ofScope]) await recordFailure(tx, [other], at(1))
    await recordFailure(tx, [own], at(2))
    for (const other of [ofKey, ofScope]) await recordFailure(tx, [other], at(2))
    await releaseAttempt(tx, [own], at(1))
  })
  expect(await loadAttempts()).toEqual([
    'one other 1000',
    'two own 1000',
    'one own 2000',
    'one other 2000',
    'two own 2000',
  ])
  expect([await isLocked(own), await isLocked(ofKey), await isLocked(ofScope)]).toEqual([false, true, true])
  await inTransaction(db, async (tx) => {
    await recordFailure(tx, [limit('two', 'other')], at(3))
    await clearAttempts(tx, [ofKey])
  })
  expect(await loadAttempts()).toEqual(['two own 1000', 'one own 2000', 'two own 2000', 'two other 3000'])
})
