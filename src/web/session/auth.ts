import { createContext, use, type Dispatch } from 'react'
import { can, type Permission } from '#contract/rules/roles.ts'
import type { StoredUser, TokenUser } from '#web/lib/stored-user.ts'
import type { AuthEvent, AuthState } from './auth-state.ts'

export interface Auth {
  state: AuthState
  storedUser: StoredUser | null
  dispatch: Dispatch<AuthEvent>
  /** When the printed password expires; undefined for a chosen one. */
  passwordExpiresAt: string | undefined
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}

export interface CurrentMember extends TokenUser {
  can: (permission: Permission) => boolean
}

export function useCurrentMember(): CurrentMember {
  const { state, storedUser } = useAuth()
  if (!storedUser) throw new Error('no member is signed in')
  const type = state.role ?? storedUser.user.type
  return { ...storedUser.user, type, can: (permission) => can(type, permission) }
}
