import { useDocumentTitle } from '@mantine/hooks'
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
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

/** By itself, so that not everything is drawn again with each fetch. */
function FirstViewMark() {
  useFirstViewMark()
  return null
}
