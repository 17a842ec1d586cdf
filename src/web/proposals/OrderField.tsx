import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { OrderRow } from '#contract/orders.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { useFoundOrders } from '#web/orders/use-found-orders.ts'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { PromiseLabel } from '#web/orders/PromiseLabel.tsx'
import { fileName } from '#web/orders/queue/table/order-row.ts'
import css from './proposals.module.css'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'

const toTarget = (row: OrderRow): TargetOrder => ({
  orderId: row.order_id,
  name: fileName(row) ?? '',
  process_status: row.process_status,
  travel_date: row.travel_date,
  window_opens_on: row.window_opens_on,
  due_at: row.due_at,
  processing_date: row.processing_date,
  contradicts: [],
})

interface OrderFieldProps {
  /** Names the document. */
  document: string
  order: TargetOrder | null
  /** Null while what is typed names no order. */
  onChange: (order: TargetOrder | null) => void
  /** Enter or Escape: back to the list. */
  onLeave: () => void
  /** It was asked for: one types next. */
  takesFocus: boolean
}

/** Finds the order of a document that names none, or another than the proposed one; the first that is found is meant. */
export function OrderField({ document, order, onChange, onLeave, takesFocus }: OrderFieldProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const { orders, isCurrent, error } = useFoundOrders(typed)
  const [first] = isCurrent ? orders : []
  const tell = useLatestCallback(onChange)
  const isNone = isCurrent && !first && typed.trim() !== ''
  useEffect(() => {
    if (first) tell(toTarget(first))
    else if (isNone) tell(null)
  }, [first, isNone, tell])
  return (
    <div className={css.field}>
      <TextInput
        ref={input}
        size="xs"
        aria-label={`Order of ${document}`}
        placeholder="Order ID, name or passport"
        autoComplete="off"
        value={typed}
        error={error?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onLeave()
        }}
      />
      <p className={`truncate muted ${css.found}`} aria-live="polite">
        {order ? (
          <>
            <Link href={viewOrderPath(order.orderId)}>{order.orderId}</Link> <bdi>{order.name}</bdi>{' '}
            <PromiseLabel order={order} />
          </>
        ) : (
          typed.trim() !== '' && isCurrent && 'No such order'
        )}
      </p>
    </div>
  )
}
