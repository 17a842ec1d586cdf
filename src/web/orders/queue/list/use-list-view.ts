import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Cursor } from './list-request.ts'
import { parseListView, formatListView, type ListView } from './list-view.ts'

interface ListHistoryState {
  cursor?: Cursor
}

interface ShowOptions {
  /** Replaces the history entry. */
  replace?: boolean
  cursor?: Cursor | undefined
}

/** The list view of the URL, and how to change it. */
export function useListView() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const historyState = useHistoryState<ListHistoryState | null>()
  const view = useMemo(() => parseListView(search), [search])

  const show = (changes: Partial<ListView>, { replace = false, cursor }: ShowOptions = {}) =>
    navigate(path + formatListView({ ...view, page: 1, ...changes }), {
      replace,
      state: cursor ? { cursor } : null,
    })

  return { view, cursor: historyState?.cursor, show }
}
