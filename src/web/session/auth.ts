import { createContext, use, type Dispatch } from 'react'
import { can, type Permission } from '#contract/rules/roles.ts'
import type { StoredUser, TokenUser } from '#web/lib/stored-user.ts'
import type { AuthEvent, AuthState } from './auth-state.ts'

export interface Auth {
  state: AuthState
  stored: StoredUser | null
  dispatch: Dispatch<AuthEvent>
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}

export interface Me extends TokenUser {
  may: (permission: Permission) => boolean
}

/** Who is signed in; for pages below /admin, which show nothing to anyone else. */
export function useMe(): Me {
  const { state, stored } = useAuth()
  if (!stored) throw new Error('nobody is signed in')
  const type = state.role ?? stored.user.type
  return { ...stored.user, type, may: (permission) => can(type, permission) }
}
