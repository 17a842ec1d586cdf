import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState, useSyncExternalStore, type ReactNode } from 'react'
import { userInfo } from '#contract/session.ts'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { setKeySettings } from '#web/lib/own-keys.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { readStoredUser, subscribeToUser } from '#web/lib/stored-user.ts'
import { AuthContext } from './auth.ts'
import { authReducer, loggedOutState } from './auth-state.ts'

/** A query client for each session, so that no member sees data loaded by another. */
function useSessionQueryClient(sessionId: string | undefined) {
  const [current, setCurrent] = useState(() => ({ sessionId, client: createQueryClient() }))
  if (current.sessionId === sessionId) return current.client
  const next = { sessionId, client: createQueryClient() }
  setCurrent(next)
  return next.client
}

/** Keeps the auth state in sync with the stored record. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const storedUser = useSyncExternalStore(subscribeToUser, readStoredUser)
  const [state, dispatch] = useReducer(authReducer, { ...loggedOutState, isAuth: storedUser !== null })
  const [passwordExpiresAt, setPasswordExpiresAt] = useState<string>()
  // The session id, not the token, which is renewed by a confirmed sign-in.
  const sessionId = storedUser?.sessionId
  const queryClient = useSessionQueryClient(sessionId)

  useEffect(() => {
    if (sessionId === undefined) return undefined
    const request = new AbortController()
    dispatch({ type: 'userInfoPending' })
    setKeySettings()
    call(userInfo, {}, { signal: request.signal })
      .then(({ data, passwordExpiresAt: expiresAt, keys }) => {
        dispatch({ type: 'userInfoFulfilled', data })
        setKeySettings(keys)
        setPasswordExpiresAt(expiresAt)
      })
      .catch((error: unknown) => {
        if (request.signal.aborted) return
        dispatch({ type: 'userInfoRejected' })
        showFailure(error)
      })
    return () => request.abort()
  }, [sessionId])

  // The record also changes without a sign-in on this page: when the session ends, or in another tab.
  if (state.isAuth !== (storedUser !== null) && !state.loading)
    dispatch({ type: 'recordChanged', isAuth: storedUser !== null })

  const auth = useMemo(
    () => ({ state, storedUser, dispatch, passwordExpiresAt }),
    [state, storedUser, passwordExpiresAt],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <AuthContext value={auth}>{children}</AuthContext>
    </QueryClientProvider>
  )
}
