import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import type { DataTableProps } from './table/table-types.ts'
import { WideTable } from './table/WideTable.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'
import { Skeleton } from './Skeleton.tsx'
import { skeletonKey } from './table/rendered-rows.ts'
import { useWindowScroller } from './table/scrollers.ts'
import { useRowSelection } from './table/use-row-selection.ts'
import { useVisibleRows } from './table/use-visible-rows.ts'
import css from './table/table.module.css'

/**
 * A virtualised table for any number of rows; under 767 px a list.
 * A different `key` resets the scroll position, for example for another page or search.
 */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const onPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  return onPhone ? <CompactList {...props} /> : <WideTable {...props} />
}

/** px: three lines of 20 plus padding and border. */
const ENTRY_HEIGHT = 81

/** The table on a phone; scrolls with the page. */
function CompactList<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, rowCount, rowAt, rowKey, rowLabel, selection, view, renderCompact } = props
  const list = useRef<HTMLUListElement>(null)
  const scroller = useWindowScroller(list)
  const { rows, before, after } = useVisibleRows(scroller, rowCount, ENTRY_HEIGHT, props.onRangeChange)
  const rowSelection = useRowSelection(props, selection)

  if (rowCount === 0) return <div className={css.emptyList}>{props.empty}</div>
  return (
    <ul
      className={css.list}
      ref={list}
      aria-label={label}
      aria-busy={props.busy}
      style={{ paddingBlock: `${before}px ${after}px` }}
    >
      {rows.map((index) => {
        const row = rowAt(index)
        if (row === undefined)
          return <LoadingEntry key={skeletonKey(index, rows.length)} index={index} rowCount={rowCount} />
        const isSelected = selection?.isSelected(row) ?? false
        return (
          <li
            key={rowKey(row)}
            className={css.entry}
            data-chosen={isSelected || undefined}
            aria-setsize={rowCount}
            aria-posinset={index + 1}
          >
            {selection && (
              <RowCheckbox
                label={`Select ${rowLabel(row)}`}
                checked={isSelected}
                onChange={(next, withShift) => rowSelection.choose(index, next, withShift)}
              />
            )}
            <div className={css.words}>{renderCompact(row)}</div>
            {view?.(row)}
          </li>
        )
      })}
    </ul>
  )
}

function LoadingEntry({ index, rowCount }: { index: number; rowCount: number }) {
  return (
    <li className={css.entry} data-loading aria-setsize={rowCount} aria-posinset={index + 1}>
      <span className="stack centered">
        <Skeleton width={20} height={20} />
      </span>
      <div className="stack gap-10">
        <Skeleton width="55%" />
        <Skeleton width="40%" />
        <Skeleton width="35%" />
      </div>
      <Skeleton width={62} height={44} />
    </li>
  )
}
