import { useSearch } from 'wouter'
import { useViews } from '#web/orders/queue/views/use-views.ts'
import { viewAddress } from '#web/orders/queue/views/view-address.ts'
import type { SideLink } from '#web/ui/SideNav.tsx'

/** The views that the member has put into the sidebar, with their counts. */
export function usePinnedViews(): SideLink[] {
  const opened = new URLSearchParams(useSearch()).get('view')
  return (useViews() ?? [])
    .filter((view) => view.is_pinned)
    .map((view) => ({
      href: viewAddress(view),
      label: view.name,
      isCurrent: opened === String(view.id),
      icon: 'filter',
      count: view.count,
      hasMore: view.more,
    }))
}
