import { expect, test } from 'vitest'
import type { Member } from '#contract/session.ts'
import { authReducer, loggedOutState, type AuthEvent } from './auth-state.ts'

const member: Member = { id: 7, name: 'Ayu Lestari', email: 'ayu@pabean.example', type: 'Manager' }
const after = (...events: AuthEvent[]) => events.reduce(authReducer, loggedOutState)

test('the initial state is logged out, without a role (spec §3)', () => {
  expect(loggedOutState).toEqual({
    loading: false,
    error: null,
    data: null,
    isAuth: false,
    role: null,
    userInfoLoading: false,
  })
})

test('a pending login sets loading', () => {
  expect(after({ type: 'loginPending' })).toEqual({ ...loggedOutState, loading: true })
})

test('a rejected login stops loading and keeps the message', () => {
  expect(after({ type: 'loginPending' }, { type: 'loginRejected', message: 'Invalid password' })).toEqual({
    ...loggedOutState,
    error: 'Invalid password',
  })
})

test('a fulfilled login with data logs in, stores the data and clears a previous error (spec §8)', () => {
  expect(
    after({ type: 'loginRejected', message: 'Invalid password' }, { type: 'loginFulfilled', data: member }),
  ).toEqual({ ...loggedOutState, isAuth: true, data: member, role: 'Manager' })
})

test('a fulfilled login without data only stops loading (spec §4)', () => {
  expect(after({ type: 'loginPending' }, { type: 'loginFulfilled', data: undefined })).toEqual(loggedOutState)
})

test('a fulfilled user info request updates the role', () => {
  const loggedIn = after({ type: 'loginFulfilled', data: member })
  const asking = authReducer(loggedIn, { type: 'userInfoPending' })
  expect(asking).toEqual({ ...loggedIn, userInfoLoading: true })
  expect(
    authReducer(asking, { type: 'userInfoFulfilled', data: { ...member, type: 'Telecaller' } }),
  ).toMatchObject({ userInfoLoading: false, role: 'Telecaller' })
  expect(authReducer(asking, { type: 'userInfoRejected' })).toEqual(loggedIn)
})

test('logout resets to no loading, no error, no data, not logged in', () => {
  expect(
    after(
      { type: 'loginFulfilled', data: member },
      { type: 'loginRejected', message: 'x' },
      { type: 'loginPending' },
      { type: 'recordChanged', isAuth: false },
    ),
  ).toEqual(loggedOutState)
})

test('a record stored in another tab logs in here', () => {
  expect(after({ type: 'recordChanged', isAuth: true })).toEqual({ ...loggedOutState, isAuth: true })
})
