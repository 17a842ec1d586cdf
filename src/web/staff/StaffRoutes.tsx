import { useDocumentTitle } from '@mantine/hooks'
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import {
  chargebackAliasPath,
  queuePaths,
  resetPasswordPattern,
  staffPaths,
} from '#contract/rules/staff-addresses.ts'
import { useFirstViewMark } from '#web/lib/first-view.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { SignOutPage } from '#web/session/SignOutPage.tsx'
import { titles } from '#web/sites/titles.ts'
import { AdminArea } from './AdminArea.tsx'

const SignInPage = lazyComponent(() => import('#web/session/SignInPage.tsx'), 'SignInPage')
const ForgotPasswordPage = lazyComponent(
  () => import('#web/account/ForgotPasswordPage.tsx'),
  'ForgotPasswordPage',
)
const ResetPasswordPage = lazyComponent(
  () => import('#web/account/ResetPasswordPage.tsx'),
  'ResetPasswordPage',
)

/** Every address of the staff page (spec §2). */
export function StaffRoutes() {
  useDocumentTitle(titles.title)
  return (
    <Suspense>
      <FirstViewMark />
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
    </Suspense>
  )
}

/** By itself, so that not everything is drawn again with each fetch. */
function FirstViewMark() {
  useFirstViewMark()
  return null
}
