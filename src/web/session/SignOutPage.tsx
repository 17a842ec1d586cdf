import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { signInPath } from '#contract/rules/staff-addresses.ts'
import { signOut } from '#contract/session.ts'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { readStoredUser, removeUser } from '#web/lib/stored-user.ts'
import { useAuth } from './auth.ts'

/** Removes the stored user even if the server cannot be reached. */
const endSession = () => call(signOut, {}).catch(showFailure).finally(removeUser)

/** `/logout`: ends the session, removes the stored user and redirects to '/' (spec §2, Top bar). */
export function SignOutPage() {
  const { storedUser } = useAuth()
  useEffect(() => {
    if (readStoredUser()) void endSession()
  }, [])
  return storedUser ? null : <Redirect to={signInPath} replace />
}
