import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import { listMailProblems } from '#contract/mail-problems.ts'
import { listProposals } from '#contract/proposals.ts'
import { listOpenMessages } from '#contract/messages.ts'
import { folderCounts, urgencyCounts } from '#contract/orders.ts'
import { listRequests } from '#contract/privacy-list.ts'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { listViews } from '#contract/views.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { keysOfAction } from '#web/lib/key-table.ts'
import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { LiveUpdates } from '#web/live/LiveUpdates.tsx'
import { useMailProblemCount } from '#web/mail-problems/mail-problem-count.ts'
import { useProposalCount } from '#web/proposals/proposal-count.ts'
import { useOpenReplies } from '#web/messages/open-replies.ts'
import { useFollowedRun } from '#web/orders/bulk-runs/followed-run.ts'
import { useLateAndSoonCount } from '#web/orders/late-and-soon.ts'
import { useFolderCounts } from '#web/orders/use-folder-counts.ts'
import { dashboardQueues, queueScreens } from '#web/orders/queue/queue-screens.ts'
import { usePinnedViews } from './use-pinned-views.ts'
import { useOrderSection } from '#web/orders/view/use-order-section.ts'
import { useOpenRequests } from '#web/privacy/open-requests.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { FirstPasswordNotice } from '#web/session/FirstPasswordNotice.tsx'
import { titles } from '#web/sites/titles.ts'
import { NavTabs } from '#web/ui/NavTabs.tsx'
import { PageErrorBoundary } from '#web/ui/PageErrorBoundary.tsx'
import { Shell } from '#web/ui/Shell.tsx'
import type { SideGroup, SideLink } from '#web/ui/side-links.ts'
import { SideNav } from '#web/ui/SideNav.tsx'
import { adminPages } from './admin-pages.tsx'
import { DeskKeys } from './DeskKeys.tsx'
import { ForbiddenPage, NotFoundPage } from './ErrorPages.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { sidebarMenu, type MenuEntry } from './staff-menu.ts'
import { StaffMenu } from './StaffMenu.tsx'
import { usePagePrefetch } from './use-page-prefetch.ts'
import css from './staff.module.css'

/** A chunk that does not come, as without a connection, takes away nothing else of the page. */
const dropTarget = createChunk(() => import('#web/proposals/FileDropTarget.tsx'))
afterFirstView(dropTarget.preload)

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
  const countOf = useFolderCounts()
  const openReplies = useOpenReplies()
  const mailProblems = useMailProblemCount()
  const proposals = useProposalCount()
  const FileDropTarget = useChunk(dropTarget)?.FileDropTarget
  const lateAndSoon = useLateAndSoonCount()
  const openRequests = useOpenRequests(me.can('managePrivacy'))
  const { parser } = useRouter()
  const [path] = useLocation()
  const current = adminPages.find((page) => matchRoute(parser, page.path, path)[0])
  // An order's page highlights the queue it was opened from.
  const section = useOrderSection(path) ?? path

  const tabs = dashboardQueues.map((queue) => ({
    href: queueScreens[queue].path,
    label: queueScreens[queue].heading,
    count: countOf(queue),
    isCurrent: queueScreens[queue].path === section,
  }))
  const countFrom = (source: NonNullable<MenuEntry['countSource']>) => {
    if (source === 'openReplies') return openReplies
    if (source === 'mailProblems') return mailProblems
    if (source === 'proposals') return proposals
    if (source === 'lateAndSoon') return lateAndSoon
    return source === 'openRequests' ? openRequests : countOf(source)
  }
  const groups = sidebarMenu.map(({ foldsInto, entries }): SideGroup => ({
    ...(foldsInto && { foldsInto }),
    links: entries
      .filter(({ permission }) => me.can(permission))
      .map(({ path: href, label, countSource, isUrgent, action, symbol }): SideLink => ({
        href,
        label,
        isCurrent: isPageOf(section, href),
        ...(countSource && { count: countFrom(countSource) }),
        ...(isUrgent && { isUrgent }),
        keys: action && keysOfAction.get(action),
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
      <PageErrorBoundary key={current?.path}>
        <Suspense>
          <Switch>
            {adminPages.map(({ path: pattern, permission, page }) => (
              <Route key={pattern} path={pattern}>
                {me.can(permission) ? page : <ForbiddenPage />}
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
      brand={{ name, tagline, href: staffPaths.dashboard }}
      tabs={current?.hasTiles ? undefined : <NavTabs label="Desk" tabs={tabs} />}
      userMenu={
        <>
          <LiveUpdates />
          <PaletteButton />
          <StaffMenu />
        </>
      }
      sidebar={<SideNav label="Queues and settings" groups={allGroups} />}
      layout={current?.layout ?? 'fill'}
      notice={<FirstPasswordNotice />}
    >
      {page}
    </Shell>
  )
}

/** Spec §2: the counts are reloaded on every path change. */
function CountsRefresher() {
  const client = useQueryClient()
  useEffect(
    () =>
      void refresh(client, [
        folderCounts,
        urgencyCounts,
        listViews,
        listMailProblems,
        listProposals,
        listOpenMessages,
        listRequests,
      ]),
    [client],
  )
  return null
}
