import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { SortState } from '#web/ui/table/table-types.ts'
import type { ListView } from './list-view.ts'

/** From which row of the neighbouring page this one was reached: that costs the server no counting. */
export type Cursor = { after: string } | { before: string }

/** Which orders are listed, and in which order. */
export interface OrderListQuery {
  queue: QueueName
  month: number | null
  /** '' lists the whole queue. */
  searchVal: string
  sort: SortState<SortField>
  filters: ListFilters
}

export interface BlockRequest {
  /** How many rows. */
  size: number
  /** Which block of that size, from 0. */
  index: number
  cursor?: Cursor | undefined
  /** Count all of a search or of what is narrowed, however many. */
  exact?: boolean
}

/** What the list and the search take alike. */
export const commonParameters = ({ month, sort, filters }: Omit<OrderListQuery, 'searchVal'>) => ({
  sort: sort.by,
  order: sort.order,
  ...(month !== null && { month }),
  ...filters,
})

/** The block that a view shows which is not All. */
export const pageRequest = (
  { page, pageSize }: { page: number; pageSize: number },
  cursor: Cursor | undefined,
): BlockRequest => ({ size: pageSize, index: page - 1, cursor })

export const isPaged = (view: ListView): view is ListView & { pageSize: number } => view.pageSize !== 'All'
