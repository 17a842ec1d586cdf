import { useState } from 'react'
import { formatListView, type ListView } from './list-view.ts'
import type { OrderRows } from './use-order-rows.ts'

/** Whose rows are on the screen: the view's own, or until these are here the previous view's. */
export function useDisplayedView(view: ListView, rows: OrderRows): string {
  const viewKey = formatListView(view)
  const [displayedKey, setDisplayedKey] = useState(viewKey)
  if (!rows.isPrevious && displayedKey !== viewKey) setDisplayedKey(viewKey)
  return rows.isPrevious ? displayedKey : viewKey
}

/** The page that took the place of one beyond the last: its last row has gone, or the address named too high a one. */
export const clampedPage = ({ page, pageSize: size }: ListView, rows: OrderRows): number | null => {
  if (size === 'All' || rows.total === undefined || rows.isPrevious || rows.isFetching) return null
  const last = Math.max(1, Math.ceil(rows.total / size))
  return page > last ? last : null
}
