import { Link } from 'wouter'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import css from './ErrorPages.module.css'

/** Shown when a member opens the URL of a page that their role may not see (product §4). */
export const ForbiddenPage = () => (
  <>
    <PageHeading>You can’t open this page</PageHeading>
    <p className={css.text}>Your role doesn’t include it. Ask an Admin or a Manager if you need it.</p>
  </>
)

export const NotFoundPage = () => (
  <>
    <PageHeading>There is nothing here</PageHeading>
    <p className={css.text}>
      No page has this address. <Link href={staffPaths.dashboard}>Go to the dashboard</Link>
    </p>
  </>
)
