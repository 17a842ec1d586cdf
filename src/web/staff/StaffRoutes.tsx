import { useDocumentTitle } from '@mantine/hooks'
import { Redirect, Route, Switch } from 'wouter'
import { SignInPage } from '#web/session/SignInPage.tsx'
import { SignOutPage } from '#web/session/SignOutPage.tsx'
import { useTitles } from '#web/sites/use-titles.ts'
import { AdminArea } from './AdminArea.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/** Every address of the staff page (spec §2). */
export function StaffRoutes() {
  useDocumentTitle(useTitles().title)
  return (
    <Switch>
      <Route path="/" component={SignInPage} />
      <Route path="/logout" component={SignOutPage} />
      <Route path="/chargeback">
        <Redirect to="/admin/chargeback" replace />
      </Route>
      <Route path="/admin/*?" component={AdminArea} />
      <Route component={OutsidePage} />
    </Switch>
  )
}
