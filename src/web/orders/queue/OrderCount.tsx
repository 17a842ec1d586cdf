import { asOfText } from '#web/ui/as-of-text.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { OrderRows } from './list/use-order-rows.ts'

/** `312 orders` beside the heading; a list read from a replica also shows its age. */
export function OrderCount({ rows, isSearch }: { rows: OrderRows; isSearch: boolean }) {
  const { total, hasMore, asOf, failure } = rows
  if (failure) return null
  if (total === undefined) return <Skeleton width={64} />
  const count = hasMore ? `more than ${formatCount(total - 1)}` : formatCount(total)
  return `${count} ${total === 1 ? 'order' : 'orders'}${isSearch ? ' found' : ''}${asOf ? `, ${asOfText(asOf)}` : ''}`
}
