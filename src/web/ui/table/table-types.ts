import type { ReactNode } from 'react'

export interface Column<Row, Sort extends string = string> {
  key: string
  header: string
  /** Of the times in the column; shown after its head. */
  zone?: string
  /** px; of a flexible column the least. */
  width: number
  /** Shares the remaining width with the others of its kind, and alone cuts long text, with an ellipsis. */
  isFlexible?: true
  render: (row: Row) => ReactNode
  /** The column can be sorted by, under this name. */
  sort?: Sort
  /** The order of the first press on its head; descending where it is absent. */
  firstOrder?: SortState['order']
}

export interface SortState<Sort extends string = string> {
  by: Sort
  order: 'asc' | 'desc'
}

export interface Selection<Row> {
  isSelected: (row: Row) => boolean
  /** One row, a range (shift), or all rows of the page. */
  onSelect: (rows: readonly Row[], chosen: boolean) => void
}

export interface DataTableProps<Row, Sort extends string = string> {
  /** Names the table, as in 'Outbox'. */
  label: string
  /** The first column stays in view and names the row. */
  columns: readonly Column<Row, Sort>[]
  rowCount: number
  /** From 0; `undefined` for a row that is not loaded yet, which shows as a skeleton. */
  rowAt: (index: number) => Row | undefined
  rowKey: (row: Row) => string | number
  /** As in 'mail 12', for the labels of a row's controls. */
  rowLabel: (row: Row) => string
  /** The rows in view and a few around them, `last` included: load what is missing. */
  onRangeChange?: (first: number, last: number) => void
  /** The rows at hand, in order, where not all are. */
  loadedRows?: readonly Row[]
  /** The rows from `first` to `last`, that included, also those that are not at hand. Rejects after the reader was told. */
  loadRows?: (first: number, last: number) => Promise<Row[]>
  selection?: Selection<Row>
  sort?: SortState<Sort>
  /** `firstOrder`: that of the first press on this head. */
  onSort?: (sort: SortState<Sort>, firstOrder: SortState['order']) => void
  /** A ViewLink; stands at the end of every row, on a phone too. */
  view?: (row: Row) => ReactNode
  /** It is not of the list any more: struck through, and nothing but `view` is offered. */
  isStruck?: (row: Row) => boolean
  /** Further controls behind `view`; not on a phone. */
  actions?: (row: Row) => ReactNode
  /** px for `view` and `actions`; the default fits View and one icon. */
  actionsWidth?: number
  /** Enter on the current row. */
  onOpen?: (row: Row) => void
  /** Further keys for the current row, as in `{ a: assign }`. */
  shortcuts?: Readonly<Record<string, (row: Row) => void>>
  /** Under 767 px: a CompactEntry with the row's three lines. */
  renderCompact: (row: Row) => ReactNode
  /** Shown when there are no rows. */
  empty?: ReactNode
  /** Rows are being fetched. */
  busy?: boolean
}
