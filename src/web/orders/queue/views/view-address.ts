import { filterNames, knownFilters, type ListFilters } from '#contract/rules/list-filters.ts'
import type { SavedView } from '#contract/views.ts'
import { queues } from '#contract/rules/queues.ts'
import { defaultListView, formatListView, type ListView } from '../list/list-view.ts'

/** The URL of a saved view's list. It contains all filters, so that it can be shared. */
export const viewAddress = ({ id, queue, filters, sort, order }: SavedView): string =>
  queues[queue].path +
  formatListView({
    ...defaultListView,
    filters: knownFilters((name) => filters[name]),
    sort: { by: sort, order },
    savedView: id,
  })

const areSame = (one: ListFilters, other: ListFilters) =>
  filterNames.every((name) => one[name] === other[name])

export const isChangedView = (saved: SavedView, { filters, sort }: ListView): boolean =>
  !areSame(saved.filters, filters) || saved.sort !== sort.by || saved.order !== sort.order
