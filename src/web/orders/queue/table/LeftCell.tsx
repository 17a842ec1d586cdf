import type { OrderRow } from '#contract/orders.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { useLeftStates } from '../list/left-states.ts'
import css from '../queue.module.css'

export function LeftCell({ row }: { row: OrderRow }) {
  const state = useLeftStates().get(row.order_id)
  if (!state) return <span className={`muted tiny ${css.left}`}>left the list</span>
  const isTaken = state.assign_to !== null && state.assign_to !== row.assign_to
  return (
    <span className={`muted tiny ${css.left}`}>
      {isTaken ? (
        <>
          <ExternalText>{state.assign_to}</ExternalText> took it
        </>
      ) : (
        `now ${statusLabels[state.process_status].label}`
      )}
    </span>
  )
}
