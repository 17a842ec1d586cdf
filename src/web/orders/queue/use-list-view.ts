import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { readView, writeView, type ListView } from './list-view.ts'

/** From which row of the neighbouring page this one was reached: that costs the server no counting. */
export type Cursor = { after: string } | { before: string }

interface Kept {
  cursor?: Cursor
}

interface Change {
  /** Takes the place of the present address, which Back then passes over. */
  replace?: boolean
  cursor?: Cursor | undefined
}

/** What of the queue is shown, from the address, and how to show something else. */
export function useListView() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const kept = useHistoryState<Kept | null>()
  const view = useMemo(() => readView(search), [search])

  const show = (changes: Partial<ListView>, { replace = false, cursor }: Change = {}) =>
    navigate(path + writeView({ ...view, page: 1, ...changes }), {
      replace,
      state: cursor ? { cursor } : null,
    })

  return { view, cursor: kept?.cursor, show }
}
