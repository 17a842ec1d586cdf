import { useDocumentTitle } from '@mantine/hooks'
import { useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
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
      <Route path="/" component={SignInPage} />
      <Route path="/logout" component={SignOutPage} />
      <Route path="/chargeback">
        <Redirect to="/admin/chargeback" replace />
      </Route>
      <Route path="/admin/*?" component={AdminArea} />
      <Route path="/forgot-password" component={ForgotPasswordPage} />
      <Route path="/reset-password/:token" component={ResetPasswordPage} />
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  )
}
