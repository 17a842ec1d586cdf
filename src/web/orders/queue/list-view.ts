import { sortFields, type SortField } from '#contract/orders.ts'
import { rowsChoices, type RowsChoice } from '#web/ui/Pagination.tsx'
import type { SortState } from '#web/ui/table/table-types.ts'

/** What of a queue is shown; it lies in the address, so that Back and a reload bring it again. */
export interface ListView {
  /** From 1. */
  page: number
  rows: RowsChoice
  /** What is searched for; '' for nothing. */
  q: string
  sort: SortState<SortField>
  /** 1 to 12, of future orders. */
  month: number | null
}

/** Spec §9; product §2: newest first. */
export const firstView: ListView = {
  page: 1,
  rows: 10,
  q: '',
  sort: { by: 'created_at', order: 'desc' },
  month: null,
}

const wholeNumber = (text: string | null, most: number): number | null => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= 1 && number <= most ? number : null
}

/** Whatever the address does not say, or says in a way that means nothing, is as at first. */
export function readView(search: string): ListView {
  const params = new URLSearchParams(search)
  return {
    page: wholeNumber(params.get('page'), Number.MAX_SAFE_INTEGER) ?? firstView.page,
    rows: rowsChoices.find((choice) => String(choice) === params.get('rows')) ?? firstView.rows,
    q: params.get('q') ?? '',
    sort: {
      by: sortFields.find((field) => field === params.get('sort')) ?? firstView.sort.by,
      order: params.get('order') === 'asc' ? 'asc' : 'desc',
    },
    month: wholeNumber(params.get('month'), 12),
  }
}

/** The query of an address, '' for the first view. */
export function writeView({ page, rows, q, sort, month }: ListView): string {
  const params = new URLSearchParams()
  if (month !== null) params.set('month', String(month))
  if (q !== '') params.set('q', q)
  if (sort.by !== firstView.sort.by) params.set('sort', sort.by)
  if (sort.order !== firstView.sort.order) params.set('order', sort.order)
  if (rows !== firstView.rows) params.set('rows', String(rows))
  if (page !== firstView.page) params.set('page', String(page))
  return params.size > 0 ? `?${params}` : ''
}

/** A column pressed a third time gives the queue's own order back: not every queue shows the date that it goes by. */
export const sortAfter = (now: SortState<SortField>, next: SortState<SortField>): SortState<SortField> =>
  now.by === next.by && now.order === 'asc' ? firstView.sort : next
