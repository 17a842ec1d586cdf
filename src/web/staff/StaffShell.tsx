import { Suspense } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { queues } from '#contract/rules/queues.ts'
import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { LiveUpdates } from '#web/live/LiveUpdates.tsx'
import { useFollowedRun } from '#web/orders/bulk-runs/followed-run.ts'
import { tileQueues } from '#web/orders/queue/queue-screens.ts'
import { useOrderSection } from '#web/orders/view/use-order-section.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { FirstPasswordNotice } from '#web/session/FirstPasswordNotice.tsx'
import { titles } from '#web/sites/titles.ts'
import { NavTabs } from '#web/ui/NavTabs.tsx'
import { PageErrorBoundary } from '#web/ui/PageErrorBoundary.tsx'
import { Shell } from '#web/ui/Shell.tsx'
import type { SideGroup, SideLink } from '#web/ui/side-links.ts'
import { SideNav } from '#web/ui/SideNav.tsx'
import { usePinnedViews } from './use-pinned-views.ts'
import { DeskKeys } from './DeskKeys.tsx'
import { ForbiddenPage, NotFoundPage } from './ErrorPages.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { menuLinks, pages } from './screens.tsx'
import { StaffMenu } from './StaffMenu.tsx'
import { CountsRefresher, useMenuCounts } from './use-menu-counts.ts'
import { usePagePrefetch } from './use-page-prefetch.ts'
import css from './staff.module.css'

/** A chunk that does not come, as without a connection, takes away nothing else of the page. */
const dropTarget = createChunk(() => import('#web/proposals/FileDropTarget.tsx'))
afterFirstView(dropTarget.preload)

/** The sidebar's groups, with a line between them; those that fold in have a menu of their own when it is folded. */
const sidebarGroups = [
  { menu: 'shift' },
  { menu: 'waiting' },
  { menu: 'views' },
  { menu: 'settings', foldsInto: 'Reports and settings' },
  { menu: 'end' },
] as const

/** A path below an entry's, such as one member's, belongs to the same page. */
const isPageOf = (path: string, href: string): boolean => {
  const [entryPath = ''] = href.split('?')
  return path === entryPath || path.startsWith(`${entryPath}/`)
}

/** The layout of everything below /admin, with the current page. */
export function StaffShell() {
  const me = useCurrentMember()
  usePagePrefetch()
  useFollowedRun()
  const { name, tagline } = titles
  const countFrom = useMenuCounts()
  const FileDropTarget = useChunk(dropTarget)?.FileDropTarget
  const { parser } = useRouter()
  const [path] = useLocation()
  const current = pages.find(({ pattern }) => matchRoute(parser, pattern, path)[0])
  // An order's page highlights the queue it was opened from.
  const section = useOrderSection(path) ?? path

  const tabs = tileQueues.map((queue) => ({
    href: queues[queue].path,
    label: queues[queue].heading,
    count: countFrom(queue),
    isCurrent: queues[queue].path === section,
  }))
  const groups = sidebarGroups.map(({ menu, ...group }): SideGroup => ({
    ...group,
    links: menuLinks
      .filter((link) => link.menu === menu && me.can(link.permission))
      .map(({ path: href, label, count, isUrgent, keys, symbol }): SideLink => ({
        href,
        label,
        isCurrent: isPageOf(section, href),
        ...(count && { count: countFrom(count) }),
        ...(isUrgent && { isUrgent }),
        keys,
        ...symbol,
      })),
  }))
  // After what waits for anybody.
  const allGroups = groups.toSpliced(1, 0, usePinnedViews())

  const page = (
    <>
      <CountsRefresher key={path} />
      <DeskKeys />
      {FileDropTarget && <FileDropTarget />}
      <PageErrorBoundary key={current?.pattern}>
        <Suspense>
          <Switch>
            {pages.map(({ pattern, permission, page: shown }) => (
              <Route key={pattern} path={pattern}>
                {me.can(permission) ? shown : <ForbiddenPage />}
              </Route>
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </PageErrorBoundary>
    </>
  )
  if (current?.layout === 'bare')
    return (
      <main className={css.bare} id="main" tabIndex={-1}>
        <LiveUpdates />
        {page}
      </main>
    )
  return (
    <Shell
      brand={{ name, tagline, href: staffScreens.dashboard.path }}
      tabs={current?.hasTiles ? undefined : <NavTabs label="Desk" tabs={tabs} />}
      userMenu={
        <>
          <LiveUpdates />
          <PaletteButton />
          <StaffMenu />
        </>
      }
      sidebar={<SideNav label="Queues and settings" groups={allGroups} />}
      layout={current ? (current.layout ?? 'flow') : 'fill'}
      notice={<FirstPasswordNotice />}
    >
      {page}
    </Shell>
  )
}
