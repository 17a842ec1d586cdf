import { useId, useRef, useLayoutEffect, useState, type RefObject, useEffect, type MouseEvent } from 'react'
import { useHotkeys } from '@mantine/hooks'
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
  const { current, gridProps } = useCurrentRow({
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
    onKey: (key, index) => {
      const action = props.shortcuts?.[key]
      withRow(index, action)
      return action !== undefined
    },
  })
  useFocusFallback(frame, table)
  usePageKeys(table)
  const pointerGuard = usePointerGuard(
    rows.map((index) => {
      const row = rowAt(index)
      return [index, row === undefined ? undefined : rowKey(row)]
    }),
  )

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
          <tbody onClickCapture={pointerGuard.onClickCapture}>
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

/** Without a focused element, row keys start at the table's first row (design, Keyboard). */
function usePageKeys(table: RefObject<HTMLTableElement | null>): void {
  useHotkeys(
    ['j', 'k', 'ArrowDown', 'ArrowUp'].map((key) => [
      key,
      () => {
        if (document.activeElement !== document.body) return
        table.current?.focus()
        table.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      },
      { preventDefault: false },
    ]),
  )
}

type RowKey = string | number | undefined

interface Place {
  key: RowKey
  /** When the row came to this place, as `performance.now()`. */
  since: number
}

const isMouse = ({ nativeEvent }: MouseEvent) =>
  !('pointerType' in nativeEvent) || nativeEvent.pointerType === 'mouse'

const rowIndexOf = (target: EventTarget) =>
  target instanceof Element
    ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN)
    : NaN

/**
 * Ignores a mouse click on a row that moved under the pointer after its last movement, because it was meant for the
 * previous row. Clicks by key or touch always count. `rows` are the rendered rows.
 */
function usePointerGuard(rows: readonly (readonly [index: number, key: RowKey])[]) {
  const places = useRef(new Map<number, Place>())
  const lastMove = useRef(0)

  useLayoutEffect(() => {
    const since = performance.now()
    places.current = new Map(
      rows.map(([index, key]) => {
        const place = places.current.get(index)
        return [index, place?.key === key && place ? place : { key, since }]
      }),
    )
  })
  useEffect(() => {
    const onMove = ({ timeStamp }: PointerEvent) => {
      lastMove.current = timeStamp
    }
    window.addEventListener('pointermove', onMove, { passive: true })
    return () => window.removeEventListener('pointermove', onMove)
  }, [])

  const onClickCapture = (event: MouseEvent) => {
    if (event.detail === 0 || !isMouse(event)) return
    const place = places.current.get(rowIndexOf(event.target))
    if (!place || place.since <= lastMove.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onClickCapture }
}
