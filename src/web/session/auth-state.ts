import type { Member } from '#contract/session.ts'
import type { Role } from '#contract/rules/roles.ts'

/** Spec §3, Auth state. */
export interface AuthState {
  loading: boolean
  error: string | null
  data: Member | null
  /** A stored user record exists. */
  isAuth: boolean
  /** The role that the server last returned, before that the token's. */
  role: Role | null
  userInfoLoading: boolean
}

export type AuthEvent =
  | { type: 'loginPending' }
  | { type: 'loginRejected'; message: string }
  | { type: 'loginFulfilled'; data: Member | undefined }
  | { type: 'userInfoPending' }
  | { type: 'userInfoRejected' }
  | { type: 'userInfoFulfilled'; data: Member }
  /** Without a sign-in on this page, for example in another tab. */
  | { type: 'recordChanged'; isAuth: boolean }

export const loggedOutState: AuthState = {
  loading: false,
  error: null,
  data: null,
  isAuth: false,
  role: null,
  userInfoLoading: false,
}

/** Spec §4, Auth. */
export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'loginPending':
      return { ...state, loading: true }
    case 'loginRejected':
      return { ...state, loading: false, error: event.message }
    case 'loginFulfilled':
      return event.data
        ? { ...state, loading: false, error: null, isAuth: true, data: event.data, role: event.data.type }
        : { ...state, loading: false }
    case 'userInfoPending':
      return { ...state, userInfoLoading: true }
    case 'userInfoRejected':
      return { ...state, userInfoLoading: false }
    case 'userInfoFulfilled':
      return { ...state, userInfoLoading: false, data: event.data, role: event.data.type }
    case 'recordChanged':
      return { ...loggedOutState, isAuth: event.isAuth }
  }
}
