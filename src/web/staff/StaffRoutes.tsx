import { useDocumentTitle } from '@mantine/hooks'
import { useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import {
  chargebackAliasPath,
  queuePaths,
  resetPasswordPattern,
  staffPaths,
} from '#contract/rules/staff-addresses.ts'
import { ForgotPasswordPage } from '#web/account/ForgotPasswordPage.tsx'
import { ResetPasswordPage } from '#web/account/ResetPasswordPage.tsx'
import { SignInPage } from '#web/session/SignInPage.tsx'
import { SignOutPage } from '#web/session/SignOutPage.tsx'
import { useTitles } from '#web/sites/use-titles.ts'
import { preloadQueues } from './admin-pages.tsx'
import { AdminArea } from './AdminArea.tsx'

/** Every address of the staff page (spec §2). */
export function StaffRoutes() {
  useDocumentTitle(useTitles().title)
  useEffect(preloadQueues, [])
  return (
    <Switch>
      <Route path={staffPaths.signIn} component={SignInPage} />
      <Route path={staffPaths.logout} component={SignOutPage} />
      <Route path={chargebackAliasPath}>
        <Redirect to={queuePaths.chargeBack} replace />
      </Route>
      <Route path={`${staffPaths.dashboard}/*?`} component={AdminArea} />
      <Route path={staffPaths.forgotPassword} component={ForgotPasswordPage} />
      <Route path={resetPasswordPattern} component={ResetPasswordPage} />
      <Route>
        <Redirect to={staffPaths.signIn} replace />
      </Route>
    </Switch>
  )
}
