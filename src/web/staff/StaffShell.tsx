import { Suspense, useEffect } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter, useSearch, Link } from 'wouter'
import { useLocalStorage } from '@mantine/hooks'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { queues } from '#contract/rules/queues.ts'
import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { useKeysOf } from '#web/lib/own-keys.ts'
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
import { Greeting } from '#web/ui/Greeting.tsx'
import { useViews } from '#web/orders/queue/views/use-views.ts'
import { viewAddress } from '#web/orders/queue/views/view-address.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { DeskKeys } from './DeskKeys.tsx'
import { FaultsNotice } from './FaultsNotice.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { menuLinks, pages } from './screens.tsx'
import { CountsRefresher, useMenuCounts } from './use-menu-counts.ts'
import css from './staff.module.css'

const chunk = createChunk(() => import('./StaffMenuDropdown.tsx'))
afterFirstView(chunk.preload)

/** The greeting with its menu (spec §2, Top bar). */
function StaffMenu() {
  const { name } = useCurrentMember()
  return (
    <Greeting text={`Welcome ${name}`} chunk={chunk}>
      {({ StaffMenuDropdown }, dropdown) => <StaffMenuDropdown dropdown={dropdown} />}
    </Greeting>
  )
}

/** Not `lazy`: without a connection the rest of the page stays. */
const dropTarget = createChunk(() => import('#web/proposals/FileDropTarget.tsx'))
const outgoingTray = createChunk(() => import('#web/outgoing/OutgoingTray.tsx'))
afterFirstView(dropTarget.preload)
afterFirstView(outgoingTray.preload)

/** In order. `foldsInto` names the group's menu in a folded sidebar. */
const sidebarGroups = [
  { menu: 'shift' },
  { menu: 'waiting' },
  { menu: 'views' },
  { menu: 'settings', foldsInto: 'Reports and settings' },
  { menu: 'end' },
] as const

/** A sub-path, such as one member's, belongs to the same entry. */
const isPageOf = (path: string, href: string): boolean => {
  const [entryPath = ''] = href.split('?')
  return path === entryPath || path.startsWith(`${entryPath}/`)
}

export function StaffShell() {
  const me = useCurrentMember()
  usePagePrefetch()
  useFollowedRun()
  const { name, tagline } = titles
  const countFrom = useMenuCounts()
  const keysOf = useKeysOf()
  const FileDropTarget = useChunk(dropTarget)?.FileDropTarget
  const OutgoingTray = useChunk(outgoingTray)?.OutgoingTray
  const { parser } = useRouter()
  const [path] = useLocation()
  const current = pages.find(({ pattern }) => matchRoute(parser, pattern, path)[0])
  // An order's page highlights the queue from which it was opened.
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
        keys: keys && keysOf(href),
        ...symbol,
      })),
  }))
  // After the shift group.
  const allGroups = groups.toSpliced(1, 0, usePinnedViews())

  const page = (
    <>
      <CountsRefresher key={path} />
      <DeskKeys />
      {OutgoingTray && <OutgoingTray />}
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
      notice={
        <>
          <FaultsNotice />
          <FirstPasswordNotice />
        </>
      }
    >
      {page}
    </Shell>
  )
}

/** The member's pinned views with counts; while they load, as many placeholders as last time. */
function usePinnedViews(): SideGroup {
  const opened = new URLSearchParams(useSearch()).get('view')
  const [expected, setExpected] = useLocalStorage({
    key: 'pinned-views',
    defaultValue: 0,
    getInitialValueInEffect: false,
  })
  const pinned = useViews()?.filter((view) => view.is_pinned)
  const pinnedCount = pinned?.length
  useEffect(() => {
    if (pinnedCount !== undefined) setExpected(pinnedCount)
  }, [pinnedCount, setExpected])
  if (!pinned) return { links: [], placeholders: expected }
  return {
    links: pinned.map((view) => ({
      href: viewAddress(view),
      label: view.name,
      isCurrent: opened === String(view.id),
      icon: 'filter',
      count: view.count,
      hasMore: view.more,
    })),
  }
}

function linkOf({ target }: Event): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && link.origin === location.origin ? new URL(link.href) : null
}

/**
 * On hover or focus of a link, loads the page's code and prefetches its data, except data whose reading is recorded.
 */
function usePagePrefetch(): void {
  const client = useQueryClient()
  const me = useCurrentMember()
  const { parser } = useRouter()

  useEffect(() => {
    const pageAt = ({ pathname }: URL) =>
      pages.find(({ pattern, permission }) => matchRoute(parser, pattern, pathname)[0] && me.can(permission))
    const handleIntent = (event: Event) => {
      const address = linkOf(event)
      const page = address && pageAt(address)
      if (!page) return
      page.preload?.()
      page.readOnIntent?.(client, address)
    }
    document.addEventListener('pointerover', handleIntent, { passive: true })
    document.addEventListener('focusin', handleIntent)
    return () => {
      document.removeEventListener('pointerover', handleIntent)
      document.removeEventListener('focusin', handleIntent)
    }
  }, [client, me, parser])
}

const WaysOut = () => (
  <p className={`flex wrap gap-8 ${css.ways}`}>
    {window.history.length > 1 && <Button onClick={() => window.history.back()}>Back</Button>}
    <Button component={Link} href={staffScreens.dashboard.path}>
      Go to the dashboard
    </Button>
  </p>
)

/** For a page that the member's role does not include (product §4). */
const ForbiddenPage = () => (
  <>
    <PageHeading>You can’t open this page</PageHeading>
    <p className={`muted ${css.text}`}>
      Your role doesn’t include it. Ask an Admin or Manager if you need it.
    </p>
    <WaysOut />
  </>
)

const NotFoundPage = () => (
  <>
    <PageHeading>There is nothing here</PageHeading>
    <p className={`muted ${css.text}`}>There is no page at this address.</p>
    <WaysOut />
  </>
)
