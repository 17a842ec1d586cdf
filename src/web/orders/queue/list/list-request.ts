import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { SortState } from '#web/ui/table/table-types.ts'
import type { ListView } from './list-view.ts'

/** The row of the neighbouring page at which this page starts; spares the server an offset. */
export type Cursor = { after: string } | { before: string }

export interface OrderListQuery {
  queue: QueueName
  month: number | null
  /** '' lists the whole queue. */
  searchVal: string
  sort: SortState<SortField>
  filters: ListFilters
}

export interface BlockRequest {
  size: number
  /** Block number, from 0. */
  index: number
  cursor?: Cursor | undefined
  /** Count without limit. */
  exact?: boolean
}

export const commonParameters = ({ month, sort, filters }: Omit<OrderListQuery, 'searchVal'>) => ({
  sort: sort.by,
  order: sort.order,
  ...(month !== null && { month }),
  ...filters,
})

/** The request of one page; a view of All has none. */
export const pageRequest = (
  { page, pageSize }: { page: number; pageSize: number },
  cursor: Cursor | undefined,
): BlockRequest => ({ size: pageSize, index: page - 1, cursor })

export const isPaged = (view: ListView): view is ListView & { pageSize: number } => view.pageSize !== 'All'
