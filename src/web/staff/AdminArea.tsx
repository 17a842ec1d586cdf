import { Fragment } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { signInPath } from '#contract/rules/staff-addresses.ts'
import { useEnrollingSession } from '#web/lib/enrolment.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useAuth } from '#web/session/auth.ts'
import { ReauthenticateDialog } from '#web/session/ReauthenticateDialog.tsx'
import { StaffShell } from './StaffShell.tsx'

const EnrolmentPage = lazyComponent(() => import('#web/second-factor/EnrolmentPage.tsx'), 'EnrolmentPage')

/** Requires a stored login for everything below /admin (spec §2), and returns here after sign-in. */
export function AdminArea() {
  const { storedUser } = useAuth()
  const [path] = useLocation()
  const search = useSearch()
  const enrollingSession = useEnrollingSession()
  if (!storedUser)
    return <Redirect to={signInPath} replace state={{ from: path + (search && `?${search}`) }} />
  // The key remounts everything for another member.
  return (
    <Fragment key={storedUser.sessionId}>
      {/* First, so that it hears of Escape before the dialogs that it stands above. */}
      <ReauthenticateDialog />
      {storedUser.sessionId === enrollingSession ? <EnrolmentPage /> : <StaffShell />}
    </Fragment>
  )
}
