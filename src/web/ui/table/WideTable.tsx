import { useId, useRef, useLayoutEffect, useState, type RefObject } from 'react'
import { useWindowEvent } from '@mantine/hooks'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useFrameScroller } from './scrollers.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { isDenseIn, widthIn, type DataTableProps } from './table-types.ts'
import { skeletonKey } from './rendered-rows.ts'
import { useRowSelection } from './use-row-selection.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useFocusFallback } from './use-focus-fallback.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import css from './table.module.css'

/** px; equals `--row`. */
const ROW_HEIGHT = 36
const SELECT_WIDTH = 40
/** px; extra edge padding of the first column without checkboxes. */
const EDGE_WIDTH = 14
const VIEW_WIDTH = 76
const ACTION_WIDTH = 30
/** px by which a dense table pads them less. */
const DENSE_GAIN = 14
/** px that the shaded edge covers. */
const SHADE = 10
/** px to be shared by the flexible columns before further columns take room. */
const COMFORT = 80

const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Rows and columns in a frame that scrolls in both directions. */
export function WideTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, columns, rowCount, rowAt, rowKey, selection, view, actions } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const scroller = useFrameScroller(frame)
  const { rows, before, after, reveal } = useVisibleRows(scroller, rowCount, ROW_HEIGHT, props.onRangeChange)
  const rowSelection = useRowSelection(props, selection)
  const rowId = (index: number) => `${id}-${index}`

  const withRow = (index: number, action: ((row: Row) => void) | undefined) => {
    const row = rowAt(index)
    if (row !== undefined && !props.isStruck?.(row)) action?.(row)
  }
  const { current, moveTo, gridProps } = useCurrentRow({
    rowCount,
    rowId: (index) => (rows.includes(index) ? rowId(index) : undefined),
    pageSize: () => Math.max(1, Math.floor(scroller.viewHeight() / ROW_HEIGHT) - 1),
    reveal,
    scrollHorizontally: (distance) => frame.current?.scrollBy(distance, 0),
    onSelect: (index, withShift) =>
      withRow(
        index,
        (row) => selection && rowSelection.choose(index, withShift || !selection.isSelected(row), withShift),
      ),
    onOpen: (index) => {
      const row = rowAt(index)
      if (row !== undefined) props.onOpen?.(row)
    },
  })
  useFocusFallback(frame, table)
  const isWithin = () => table.current?.contains(document.activeElement) ?? false
  const rowShortcuts = Object.entries(props.shortcuts ?? {})
  useShortcuts(
    Object.fromEntries(rowShortcuts.map(([action, act]) => [action, () => withRow(current, act)])),
    () => current >= 0 && isWithin(),
  )
  // Without a focused element, row keys start at the table's first row (design, Keyboard).
  const stepTo = (index: number) => {
    if (!isWithin()) table.current?.focus()
    moveTo(index)
  }
  const hasFocus = () => rowCount > 0 && (isWithin() || document.activeElement === document.body)
  useShortcuts({ nextRow: () => stepTo(current + 1), previousRow: () => stepTo(current - 1) }, hasFocus)
  useWindowEvent('keydown', (event) => {
    const by = arrowSteps[event.key]
    if (!by || rowCount === 0 || document.activeElement !== document.body) return
    event.preventDefault()
    stepTo(current + by)
  })

  const hasActions = Boolean(view ?? actions)
  const frameWidth = useFrameWidth(frame)
  const isDense = isDenseIn(frameWidth, columns)
  const actionsWidth =
    (props.actionsWidth ?? (actions ? VIEW_WIDTH + ACTION_WIDTH : VIEW_WIDTH)) - (isDense ? DENSE_GAIN : 0)
  const edgeWidth = selection ? 0 : EDGE_WIDTH
  const fixedWidth = edgeWidth + (selection ? SELECT_WIDTH : 0) + (hasActions ? actionsWidth : 0)
  const widthOf = (some: typeof columns) =>
    some.reduce((sum, column) => sum + widthIn(frameWidth, column), fixedWidth)

  const shareOf = ({ isFlexible, share = 1 }: (typeof columns)[number]) => (isFlexible ? share : 0)
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0)
  const total = widthOf(columns)
  const inside = columns.filter(({ mayLieOutside }) => !mayLieOutside)
  const isCramped = inside.length < columns.length && frameWidth - total < COMFORT
  const spare = Math.max(0, frameWidth - (isCramped ? widthOf(inside) + SHADE : total))

  return (
    <div className={css.outer}>
      <div className={css.frame} ref={frame} data-scrolls>
        <table
          ref={table}
          className={`small tight ${css.table}`}
          style={{ minInlineSize: total + spare }}
          data-dense={isDense || undefined}
          data-headless={props.hidesHeads || undefined}
          aria-label={label}
          aria-rowcount={rowCount + 1}
          aria-multiselectable={selection ? true : undefined}
          aria-busy={props.busy}
          {...gridProps}
        >
          <colgroup>
            {selection && <col style={{ inlineSize: SELECT_WIDTH }} />}
            {columns.map((column, index) => (
              <col
                key={column.key}
                style={{
                  inlineSize:
                    widthIn(frameWidth, column) +
                    (index === 0 ? edgeWidth : 0) +
                    (spare * shareOf(column)) / Math.max(1, shares),
                }}
              />
            ))}
            {hasActions && <col style={{ inlineSize: actionsWidth }} />}
          </colgroup>
          <TableHead
            {...props}
            selectAll={selection && { ...rowSelection.chosenOfAll(), onChange: rowSelection.chooseAll }}
          />
          <tbody>
            {before > 0 && <SpacerRow height={before} />}
            {rows.map((index) => {
              const row = rowAt(index)
              return (
                <TableRow
                  key={row === undefined ? skeletonKey(index, rows.length) : rowKey(row)}
                  id={rowId(index)}
                  index={index}
                  row={row}
                  columns={columns}
                  view={view}
                  actions={actions}
                  rowLabel={props.rowLabel}
                  isSelectable={selection !== undefined}
                  isSelected={row !== undefined && selection !== undefined && selection.isSelected(row)}
                  isCurrent={index === current}
                  isStruck={row !== undefined && (props.isStruck?.(row) ?? false)}
                  onSelect={rowSelection.choose}
                />
              )
            })}
            {after > 0 && <SpacerRow height={after} />}
          </tbody>
        </table>
        {rowCount === 0 && <div className={css.empty}>{props.empty}</div>}
      </div>
    </div>
  )
}

/** Replaces the height of rows that are not rendered. */
function SpacerRow({ height }: { height: number }) {
  return <tr aria-hidden="true" style={{ blockSize: height }} />
}

/** Content width in px, known before the first paint; 0 until then. */
function useFrameWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame])
  return width
}
