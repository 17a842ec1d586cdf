import { knownFilters, type ListFilters } from '#contract/rules/list-filters.ts'
import { sortFields, type SortField } from '#contract/rules/list-order.ts'
import { pageSizes, type PageSize } from '#web/ui/page-sizes.ts'
import type { SortState } from '#web/ui/table/table-types.ts'

/** The state of a queue's list. It is kept in the URL, so that Back and a reload restore it. */
export interface ListView {
  /** From 1. */
  page: number
  pageSize: PageSize
  q: string
  sort: SortState<SortField>
  /** 1 to 12, in Future Orders only. */
  month: number | null
  filters: ListFilters
  /** The saved view that was opened; it does not affect the list. */
  savedView: number | null
}

/** Newest first (spec §9; product §2). */
export const defaultListView: ListView = {
  page: 1,
  pageSize: 10,
  q: '',
  sort: { by: 'created_at', order: 'desc' },
  month: null,
  filters: {},
  savedView: null,
}

const parseWholeNumber = (text: string | null, max: number): number | null => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : null
}

/** Missing and invalid parameters get their defaults. */
export function parseListView(search: string): ListView {
  const params = new URLSearchParams(search)
  return {
    page: parseWholeNumber(params.get('page'), Number.MAX_SAFE_INTEGER) ?? defaultListView.page,
    pageSize: pageSizes.find((choice) => String(choice) === params.get('rows')) ?? defaultListView.pageSize,
    q: params.get('q') ?? '',
    sort: {
      by: sortFields.find((field) => field === params.get('sort')) ?? defaultListView.sort.by,
      order: params.get('order') === 'asc' ? 'asc' : 'desc',
    },
    month: parseWholeNumber(params.get('month'), 12),
    filters: knownFilters((name) => params.get(name)),
    savedView: parseWholeNumber(params.get('view'), Number.MAX_SAFE_INTEGER),
  }
}

/** The query string; '' for the default view. */
export function formatListView({ page, pageSize, q, sort, month, filters, savedView }: ListView): string {
  const params = new URLSearchParams()
  if (month !== null) params.set('month', String(month))
  for (const [name, text] of Object.entries(filters)) params.set(name, text)
  if (q !== '') params.set('q', q)
  if (sort.by !== defaultListView.sort.by) params.set('sort', sort.by)
  if (sort.order !== defaultListView.sort.order) params.set('order', sort.order)
  if (pageSize !== defaultListView.pageSize) params.set('rows', String(pageSize))
  if (savedView !== null) params.set('view', String(savedView))
  if (page !== defaultListView.page) params.set('page', String(page))
  // Plain commas keep the URL readable.
  return params.size > 0 ? `?${params.toString().replaceAll('%2C', ',')}` : ''
}

/** The third press on a column restores the default sort, since not every queue shows the column of that sort. */
export const nextSort = (
  current: SortState<SortField>,
  pressed: SortState<SortField>,
  firstOrder: SortState['order'],
): SortState<SortField> =>
  current.by === pressed.by && pressed.order === firstOrder ? defaultListView.sort : pressed
