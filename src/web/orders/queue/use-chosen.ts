import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { maxBulk } from '#contract/shapes.ts'
import { formatCount } from '#web/ui/count.ts'
import { showToast } from '#web/ui/toast.tsx'

const none: ReadonlyMap<number, Status> = new Map()

/** The chosen rows, of which id and status are kept (spec §3); another view begins with none. */
export function useChosen(viewKey: string) {
  const [kept, setKept] = useState({ viewKey, chosen: none })
  const chosen = kept.viewKey === viewKey ? kept.chosen : none

  const onChoose = (rows: readonly OrderRow[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const row of rows) {
      if (isChosen) next.set(row.order_id, row.process_status)
      else next.delete(row.order_id)
    }
    if (next.size > maxBulk)
      showToast({ tone: 'bad', title: `At most ${formatCount(maxBulk)} orders at once.` })
    else setKept({ viewKey, chosen: next })
  }

  return {
    ids: [...chosen.keys()],
    clear: () => setKept({ viewKey, chosen: none }),
    selection: { isChosen: (row: OrderRow) => chosen.has(row.order_id), onChoose },
  }
}
