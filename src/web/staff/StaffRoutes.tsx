import { useDocumentTitle } from '@mantine/hooks'
import { Suspense, Fragment } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import {
  chargebackAliasPath,
  resetPasswordPattern,
  signInPath,
  forgotPasswordPath,
} from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { queues } from '#contract/rules/queues.ts'
import { useFirstViewMark } from '#web/lib/first-view.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { SignOutPage } from '#web/session/SignOutPage.tsx'
import { titles } from '#web/sites/titles.ts'
import { useEnrollingSession } from '#web/lib/enrolment.ts'
import { useAuth } from '#web/session/auth.ts'
import { ReauthenticateDialog } from '#web/session/ReauthenticateDialog.tsx'
import { StaffShell } from './StaffShell.tsx'

const EnrolmentPage = lazyComponent(() => import('#web/second-factor/EnrolmentPage.tsx'), 'EnrolmentPage')
const SignInPage = lazyComponent(() => import('#web/session/SignInPage.tsx'), 'SignInPage')
const ForgotPasswordPage = lazyComponent(
  () => import('#web/account/ForgotPasswordPage.tsx'),
  'ForgotPasswordPage',
)
const ResetPasswordPage = lazyComponent(
  () => import('#web/account/ResetPasswordPage.tsx'),
  'ResetPasswordPage',
)

/** All routes of the staff page (spec §2). */
export function StaffRoutes() {
  useDocumentTitle(titles.title)
  return (
    <Suspense>
      <FirstViewMark />
      <Switch>
        <Route path={signInPath} component={SignInPage} />
        <Route path={staffScreens.logout.path} component={SignOutPage} />
        <Route path={chargebackAliasPath}>
          <Redirect to={queues.chargeBack.path} replace />
        </Route>
        <Route path={`${staffScreens.dashboard.path}/*?`} component={AdminArea} />
        <Route path={forgotPasswordPath} component={ForgotPasswordPage} />
        <Route path={resetPasswordPattern} component={ResetPasswordPage} />
        <Route>
          <Redirect to={signInPath} replace />
        </Route>
      </Switch>
    </Suspense>
  )
}

/** A component of its own, so that a fetch does not rerender the whole page. */
function FirstViewMark() {
  useFirstViewMark()
  return null
}

/** Requires a login for everything below /admin (spec §2), and returns here after sign-in. */
function AdminArea() {
  const { storedUser } = useAuth()
  const [path] = useLocation()
  const search = useSearch()
  const enrollingSession = useEnrollingSession()
  if (!storedUser)
    return <Redirect to={signInPath} replace state={{ from: path + (search && `?${search}`) }} />
  // The key remounts everything for another session.
  return (
    <Fragment key={storedUser.sessionId}>
      {/* First, so that it handles Escape before the dialogs below it. */}
      <ReauthenticateDialog />
      {storedUser.sessionId === enrollingSession ? <EnrolmentPage /> : <StaffShell />}
    </Fragment>
  )
}
