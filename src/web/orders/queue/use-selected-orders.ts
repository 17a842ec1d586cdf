import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { maxBulkOrders } from '#contract/common-schemas.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { showToast } from '#web/ui/toast.tsx'

/** All orders that the list matches, except some. */
export interface MatchingChoice {
  except: ReadonlySet<number>
  count: number
}

interface Choice {
  rows: ReadonlyMap<number, OrderRow>
  /** Replaces `rows` if set. */
  matching: MatchingChoice | null
}

const nothing: Choice = { rows: new Map(), matching: null }

function chooseRows({ rows: chosen }: Choice, rows: readonly OrderRow[], isSelected: boolean): Choice {
  const next = new Map(chosen)
  for (const row of rows) {
    if (isSelected) next.set(row.order_id, row)
    else next.delete(row.order_id)
  }
  return { rows: next, matching: null }
}

function leaveOut({ except, count }: MatchingChoice, rows: readonly OrderRow[], isSelected: boolean): Choice {
  const next = new Set(except)
  for (const { order_id: id } of rows) {
    if (isSelected) next.delete(id)
    else next.add(id)
  }
  const left = count + except.size - next.size
  return left > 0 ? { ...nothing, matching: { except: next, count: left } } : nothing
}

/**
 * The selected rows, kept by id and status (spec §3), or all orders of the list except some. Another `viewKey` clears
 * the selection.
 */
export function useSelectedOrders(viewKey: string) {
  const [state, setState] = useState({ viewKey, choice: nothing })
  const choice = state.viewKey === viewKey ? state.choice : nothing
  const { rows, matching } = choice
  const setChoice = (next: Choice) => setState({ viewKey, choice: next })
  const isSelected = ({ order_id: id }: OrderRow) => (matching ? !matching.except.has(id) : rows.has(id))

  const onSelect = (changed: readonly OrderRow[], selects: boolean) => {
    const next = matching ? leaveOut(matching, changed, selects) : chooseRows(choice, changed, selects)
    if (Math.max(next.rows.size, next.matching?.except.size ?? 0) > maxBulkOrders)
      showToast({
        tone: 'bad',
        title: `At most ${formatCount(maxBulkOrders)} orders ${matching ? 'can be left out' : 'at once'}.`,
      })
    else setChoice(next)
  }

  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    matching,
    count: matching?.count ?? rows.size,
    clear: () => setChoice(nothing),
    /** Selects all `count` matching orders; earlier exceptions stay. */
    chooseMatching: (count: number) => {
      const except = matching?.except ?? new Set<number>()
      setChoice(count > 0 ? { ...nothing, matching: { except, count } } : nothing)
    },
    isSelected,
    selection: { isSelected, onSelect },
  }
}
