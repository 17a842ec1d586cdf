import { useState } from 'react'
import { writeView, type ListView } from './list-view.ts'
import type { OrderRows } from './use-order-rows.ts'

/** Whose rows are on the screen: the view's own, or until these are here the previous view's. */
export function useShownView(view: ListView, rows: OrderRows): string {
  const wanted = writeView(view)
  const [shown, setShown] = useState(wanted)
  if (!rows.isPrevious && shown !== wanted) setShown(wanted)
  return rows.isPrevious ? shown : wanted
}

/** The page that took the place of one beyond the last: its last row has gone, or the address named too high a one. */
export const lastPageInstead = ({ page, rows: size }: ListView, rows: OrderRows): number | null => {
  if (size === 'All' || rows.total === undefined || rows.isPrevious || rows.fetching) return null
  const last = Math.max(1, Math.ceil(rows.total / size))
  return page > last ? last : null
}
