import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useViews } from '#web/orders/queue/views/use-views.ts'
import { viewAddress } from '#web/orders/queue/views/view-address.ts'
import type { SideGroup } from '#web/ui/side-links.ts'

/** The views that the member has put into the sidebar, with their counts; while they load, as many places as there were. */
export function usePinnedViews(): SideGroup {
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
