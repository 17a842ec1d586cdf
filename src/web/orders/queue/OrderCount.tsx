import { formatCount } from '#web/ui/count.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { OrderRows } from './use-order-rows.ts'

/** `312 orders` beside the heading; of a search how many it found. */
export function OrderCount({ rows, isSearch }: { rows: OrderRows; isSearch: boolean }) {
  const { total, more, failure } = rows
  if (failure) return null
  if (total === undefined) return <Skeleton width={64} />
  const count = more ? `more than ${formatCount(total - 1)}` : formatCount(total)
  return `${count} ${total === 1 ? 'order' : 'orders'}${isSearch ? ' found' : ''}`
}
