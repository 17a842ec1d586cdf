import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import { listOpenMessages } from '#contract/messages.ts'
import { folderCounts } from '#contract/orders.ts'
import { refresh } from '#web/lib/hooks.ts'
import { useOpenReplies } from '#web/messages/open-replies.ts'
import { useFolderCounts } from '#web/orders/folder-counts.ts'
import { deskQueues, queueScreens } from '#web/orders/queue/queue-screens.ts'
import { useOrderSection } from '#web/orders/view/use-order-section.ts'
import { useMe } from '#web/session/auth.ts'
import { useTitles } from '#web/sites/use-titles.ts'
import { DeskTabs } from '#web/ui/DeskTabs.tsx'
import { PageBoundary } from '#web/ui/PageBoundary.tsx'
import { Shell } from '#web/ui/Shell.tsx'
import { SideNav, type SideLink } from '#web/ui/SideNav.tsx'
import { adminPages } from './admin-pages.tsx'
import { Forbidden, NotFound } from './PlainPages.tsx'
import { sideMenu } from './staff-menu.ts'
import { StaffMenu } from './StaffMenu.tsx'

/** The frame of everything below /admin, and in it the page of the address. */
export function StaffShell() {
  const me = useMe()
  const { name, tagline } = useTitles()
  const countOf = useFolderCounts()
  const openReplies = useOpenReplies()
  const { parser } = useRouter()
  const [path] = useLocation()
  const current = adminPages.find((page) => matchRoute(parser, page.path, path)[0])
  // An order stands in the queue from which it was opened.
  const section = useOrderSection(path) ?? path

  const tabs = deskQueues.map((queue) => ({
    href: queueScreens[queue].path,
    label: queueScreens[queue].heading,
    count: countOf(queue),
    current: queueScreens[queue].path === section,
  }))
  const groups = sideMenu.map((entries) =>
    entries
      .filter(({ permission }) => me.may(permission))
      .map(({ path: href, label, counts, sign }): SideLink => ({
        href,
        label,
        // An address below it, as that of one member, is still its page.
        current: section === href || section.startsWith(`${href}/`),
        ...(counts && { count: counts === 'openReplies' ? openReplies : countOf(counts) }),
        ...sign,
      })),
  )

  return (
    <Shell
      brand={{ name, tagline, href: '/admin' }}
      tabs={current?.hasTiles ? undefined : <DeskTabs label="Desk" tabs={tabs} />}
      who={<StaffMenu />}
      side={<SideNav label="Queues and settings" groups={groups} />}
      layout={current?.layout ?? 'fill'}
    >
      <ReadCountsAgain key={path} />
      <PageBoundary key={current?.path}>
        <Suspense>
          <Switch>
            {adminPages.map(({ path: pattern, permission, page }) => (
              <Route key={pattern} path={pattern}>
                {me.may(permission) ? page : <Forbidden />}
              </Route>
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </PageBoundary>
    </Shell>
  )
}

/** Spec §2: the counts are reloaded on every path change. */
function ReadCountsAgain() {
  const client = useQueryClient()
  useEffect(() => void refresh(client, [folderCounts, listOpenMessages]), [client])
  return null
}
