import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { maxBulkOrders } from '#contract/common-schemas.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { showToast } from '#web/ui/toast.tsx'

const noOrders: ReadonlyMap<number, OrderRow> = new Map()

/** The chosen rows, of which id and status are kept (spec §3); another view begins with none. */
export function useSelectedOrders(viewKey: string) {
  const [state, setState] = useState({ viewKey, chosen: noOrders })
  const selected = state.viewKey === viewKey ? state.chosen : noOrders

  const onSelect = (rows: readonly OrderRow[], isSelected: boolean) => {
    const next = new Map(selected)
    for (const row of rows) {
      if (isSelected) next.set(row.order_id, row)
      else next.delete(row.order_id)
    }
    if (next.size > maxBulkOrders)
      showToast({ tone: 'bad', title: `At most ${formatCount(maxBulkOrders)} orders at once.` })
    else setState({ viewKey, chosen: next })
  }

  return {
    rows: [...selected.values()],
    ids: [...selected.keys()],
    clear: () => setState({ viewKey, chosen: noOrders }),
    selection: { isSelected: (row: OrderRow) => selected.has(row.order_id), onSelect },
  }
}
