import type { ReactNode } from 'react'
import type { KeyAction } from '#web/lib/key-table.ts'
import type { IconName } from '../Icon.tsx'

export interface Column<Row, Sort extends string = string> {
  key: string
  header: string
  /** Shown in place of the header's text, which remains its name. */
  symbol?: IconName
  /** Time zone, shown after the header. */
  zone?: string
  /** px; the minimum of a flexible column. */
  width: number
  /** px where the frame has room for larger text; a table has it for all columns or for none. */
  roomyWidth?: number
  /** Shares the remaining width, and cuts long text with an ellipsis. */
  isFlexible?: true
  /** Parts of the remaining width; 1 by default. */
  share?: number
  /** Lies beyond the frame's edge where flexible columns would be cramped by it. */
  mayLieOutside?: true
  render: (row: Row) => ReactNode
  sort?: Sort
  /** Order of the first press on the header; defaults to descending. */
  firstOrder?: SortState['order']
}

/** px: width of the frame from which on the columns take their `roomyWidth`. */
const roomyFrom = 1400

export const widthIn = (
  frameWidth: number,
  { width, roomyWidth }: Pick<Column<never>, 'width' | 'roomyWidth'>,
) => (frameWidth >= roomyFrom ? (roomyWidth ?? width) : width)

export const isDenseIn = (frameWidth: number, columns: readonly Pick<Column<never>, 'roomyWidth'>[]) =>
  frameWidth < roomyFrom && columns.some(({ roomyWidth }) => roomyWidth !== undefined)

export interface SortState<Sort extends string = string> {
  by: Sort
  order: 'asc' | 'desc'
}

export interface Selection<Row> {
  isSelected: (row: Row) => boolean
  onSelect: (rows: readonly Row[], chosen: boolean) => void
}

export type RowShortcuts<Row> = Readonly<Partial<Record<KeyAction, (row: Row) => void>>>

export interface DataTableProps<Row, Sort extends string = string> {
  label: string
  /** The first column stays in view and names the row. */
  columns: readonly Column<Row, Sort>[]
  rowCount: number
  /** From 0; `undefined` for an unloaded row, shown as a skeleton. */
  rowAt: (index: number) => Row | undefined
  rowKey: (row: Row) => string | number
  /** As in 'mail 12', for labels. */
  rowLabel: (row: Row) => string
  /** The rendered rows, `last` included. */
  onRangeChange?: (first: number, last: number) => void
  /** Set if not all rows are loaded: the loaded ones, in order. */
  loadedRows?: readonly Row[]
  /** Loads the rows from `first` to `last` inclusive. Rejects after showing the failure. */
  loadRows?: (first: number, last: number) => Promise<Row[]>
  selection?: Selection<Row>
  sort?: SortState<Sort>
  /** `firstOrder` is that of the pressed header. */
  onSort?: (sort: SortState<Sort>, firstOrder: SortState['order']) => void
  /** A ViewLink at the end of every row, also on a phone. */
  view?: (row: Row) => ReactNode
  /** The row left the list: struck through, with `view` as its only control. */
  isStruck?: (row: Row) => boolean
  /** Further controls after `view`; not on a phone. */
  actions?: (row: Row) => ReactNode
  /** px for `view` and `actions`; the default fits View and one icon. */
  actionsWidth?: number
  onOpen?: (row: Row) => void
  /** Further keys for the current row. */
  shortcuts?: RowShortcuts<Row> | undefined
  /** A CompactEntry, under 767 px. */
  renderCompact: (row: Row) => ReactNode
  empty?: ReactNode
  busy?: boolean
  /** The widths are not known yet, so that heads would move. */
  hidesHeads?: boolean
}
