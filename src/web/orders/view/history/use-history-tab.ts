import { useEffect, useState, type RefObject } from 'react'
import { isOneOf } from '#contract/rules/typed-keys.ts'

/** All that happened together, then the histories of the specification under their own names (spec §2), then ours. */
export const historyTabs = [
  { id: 'all', label: 'All' },
  { id: 'email-history', label: 'Email History' },
  { id: 'comment-history', label: 'Comment History' },
  { id: 'download-history', label: 'Download History' },
  { id: 'moves', label: 'Moves' },
  { id: 'messages', label: 'Messages' },
] as const
export type HistoryTabId = (typeof historyTabs)[number]['id']

const tabIds = historyTabs.map(({ id }) => id)

/** The tab that the address names, as `#messages`; null where it names none. */
const tabOfAddress = (): HistoryTabId | null => {
  const name = location.hash.slice(1)
  return isOneOf(tabIds, name) ? name : null
}

/**
 * The chosen tab, which the address names, so that it is shared with a link and kept by a reload. A link to another tab
 * shows it and scrolls to the box.
 */
export function useHistoryTab(
  initialTab: HistoryTabId,
  box: RefObject<HTMLElement | null>,
): [HistoryTabId, (tab: string | null) => void] {
  const [tab, setTab] = useState(() => tabOfAddress() ?? initialTab)
  useEffect(() => {
    const followAddress = () => {
      const named = tabOfAddress()
      if (!named) return
      setTab(named)
      box.current?.scrollIntoView({ block: 'nearest' })
      // The panel is drawn first.
      requestAnimationFrame(() => box.current?.querySelector('textarea')?.focus())
    }
    window.addEventListener('hashchange', followAddress)
    return () => window.removeEventListener('hashchange', followAddress)
  }, [box])
  const selectTab = (chosen: string | null) => {
    if (!isOneOf(tabIds, chosen)) return
    setTab(chosen)
    history.replaceState(history.state, '', `#${chosen}`)
  }
  return [tab, selectTab]
}
