import { expect, test } from 'vitest'
import { parseStoredUser } from './stored-user.ts'

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (payload: unknown) => `${base64url({ alg: 'HS256' })}.${base64url(payload)}.signature`
const stored = (accessToken: string) => JSON.stringify({ accessToken })

test('name and role come from the token, in any script (spec §3)', () => {
  const user = { id: 3, name: 'Nguyễn Thị Ánh 王', type: 'Night Staff' }
  const accessToken = tokenOf({ user, sid: 'a session', jti: 'a token', exp: 1 })
  expect(parseStoredUser(stored(accessToken))).toEqual({ accessToken, sessionId: 'a session', user })
})

test.each([
  ['no record', null],
  ['no JSON', 'x'],
  ['no token', '{}'],
  ['a token without a payload', stored('abc')],
  ['a payload that is no JSON', stored('a.b.c')],
  ['an unknown role', stored(tokenOf({ user: { id: 3, name: 'A', type: 'Guest' }, sid: 'a session' }))],
])('%s gives no user', (_, text) => expect(parseStoredUser(text)).toBeNull())
