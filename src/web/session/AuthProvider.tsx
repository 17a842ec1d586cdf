import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState, useSyncExternalStore, type ReactNode } from 'react'
import { userInfo } from '#contract/session.ts'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/failure.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { storedUser, watchUser } from '#web/lib/stored-user.ts'
import { AuthContext } from './auth.ts'
import { authState, loggedOut } from './auth-state.ts'

/** What one member has read is not the next one's: every session has a cache of its own. */
function useQueriesOf(token: string | undefined) {
  const [kept, setKept] = useState(() => ({ token, client: createQueryClient() }))
  if (kept.token === token) return kept.client
  const next = { token, client: createQueryClient() }
  setKept(next)
  return next.client
}

/** Holds the auth state for everything below, and follows the stored record wherever it is changed. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const stored = useSyncExternalStore(watchUser, storedUser)
  const [state, dispatch] = useReducer(authState, { ...loggedOut, isAuth: stored !== null })
  const token = stored?.accessToken
  const queries = useQueriesOf(token)

  useEffect(() => {
    if (token === undefined) return undefined
    const asking = new AbortController()
    dispatch({ type: 'userInfoPending' })
    call(userInfo, {}, { signal: asking.signal })
      .then(({ data }) => dispatch({ type: 'userInfoFulfilled', data }))
      .catch((error: unknown) => {
        if (asking.signal.aborted) return
        dispatch({ type: 'userInfoRejected' })
        showFailure(error)
      })
    return () => asking.abort()
  }, [token])

  // The record also comes and goes without a sign-in on this page: with a session's end, or in another tab.
  if (state.isAuth !== (stored !== null) && !state.loading)
    dispatch({ type: 'recordChanged', isAuth: stored !== null })

  const auth = useMemo(() => ({ state, stored, dispatch }), [state, stored])
  return (
    <QueryClientProvider client={queries}>
      <AuthContext value={auth}>{children}</AuthContext>
    </QueryClientProvider>
  )
}
