import { knownFilters, type ListFilters } from '#contract/rules/list-filters.ts'
import { sortFields, type SortField } from '#contract/rules/list-order.ts'
import { pageSizes, type PageSize } from '#web/ui/page-sizes.ts'
import type { SortState } from '#web/ui/table/table-types.ts'

/** What of a queue is shown; it lies in the address, so that Back and a reload bring it again. */
export interface ListView {
  /** From 1. */
  page: number
  pageSize: PageSize
  /** What is searched for; '' for nothing. */
  q: string
  sort: SortState<SortField>
  /** 1 to 12, of future orders. */
  month: number | null
  /** What it is narrowed by. */
  filters: ListFilters
  /** The view that it was opened by; what is shown follows from the rest alone. */
  savedView: number | null
}

/** Spec §9; product §2: newest first. */
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

/** Whatever the address does not say, or says in a way that means nothing, is as at first. */
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

/** The query of an address, '' for the first view. */
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
  // Commas stand for themselves, so that the address can be read.
  return params.size > 0 ? `?${params.toString().replaceAll('%2C', ',')}` : ''
}

/** A column pressed a third time gives the queue's own order back: not every queue shows the date that it goes by. */
export const nextSort = (
  current: SortState<SortField>,
  pressed: SortState<SortField>,
  firstOrder: SortState['order'],
): SortState<SortField> =>
  current.by === pressed.by && pressed.order === firstOrder ? defaultListView.sort : pressed
