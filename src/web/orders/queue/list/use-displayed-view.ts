import { useState } from 'react'
import { formatListView, type ListView } from './list-view.ts'
import type { OrderRows } from './use-order-rows.ts'

/** The view whose rows are on the screen: the previous view until the current rows are loaded. */
export function useDisplayedView(view: ListView, rows: OrderRows): string {
  const viewKey = formatListView(view)
  const [displayedKey, setDisplayedKey] = useState(viewKey)
  if (!rows.isPrevious && displayedKey !== viewKey) setDisplayedKey(viewKey)
  return rows.isPrevious ? displayedKey : viewKey
}

/** The last page if the view is beyond it (its last row has gone, or the URL named a higher page), else null. */
export const clampedPage = ({ page, pageSize: size }: ListView, rows: OrderRows): number | null => {
  if (size === 'All' || rows.total === undefined || rows.isPrevious || rows.isFetching) return null
  const last = Math.max(1, Math.ceil(rows.total / size))
  return page > last ? last : null
}
