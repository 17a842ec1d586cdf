import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import css from './staff.module.css'

const WaysOut = () => (
  <p className={`flex wrap gap-8 ${css.ways}`}>
    {window.history.length > 1 && <Button onClick={() => window.history.back()}>Back</Button>}
    <Button component={Link} href={staffScreens.dashboard.path}>
      Go to the dashboard
    </Button>
  </p>
)

/** Shown when a member opens the URL of a page that their role may not see (product §4). */
export const ForbiddenPage = () => (
  <>
    <PageHeading>You can’t open this page</PageHeading>
    <p className={`muted ${css.text}`}>
      Your role doesn’t include it. Ask an Admin or Manager if you need it.
    </p>
    <WaysOut />
  </>
)

export const NotFoundPage = () => (
  <>
    <PageHeading>There is nothing here</PageHeading>
    <p className={`muted ${css.text}`}>There is no page at this address.</p>
    <WaysOut />
  </>
)
