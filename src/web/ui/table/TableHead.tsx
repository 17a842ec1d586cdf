import type { ReactNode } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { RowCheckbox } from '../RowCheckbox.tsx'
import { Icon } from '../Icon.tsx'
import type { Column, DataTableProps, SortState } from './table-types.ts'
import { MAX_SELECTED_ROWS } from './use-row-selection.ts'
import css from './table.module.css'

interface TableHeadProps<Row, Sort extends string> extends Pick<
  DataTableProps<Row, Sort>,
  'columns' | 'sort' | 'onSort' | 'rowCount' | 'view' | 'actions'
> {
  selectAll: { every: boolean; some: boolean; onChange: (chosen: boolean) => void } | undefined
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

const opposite: Record<SortState['order'], SortState['order']> = { asc: 'desc', desc: 'asc' }

const nextSort = <Sort extends string>(
  by: Sort,
  firstOrder: SortState['order'],
  sort: SortState<Sort> | undefined,
): SortState<Sort> => ({
  by,
  order: sort?.by === by ? opposite[sort.order] : firstOrder,
})

export function TableHead<Row, Sort extends string>(props: TableHeadProps<Row, Sort>) {
  const { columns, sort, onSort, rowCount, selectAll } = props
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selectAll && (
          <th scope="col" className={css.choose}>
            <RowCheckbox
              label={
                rowCount > MAX_SELECTED_ROWS
                  ? 'Select the loaded rows, at most 1,000'
                  : 'Select all rows on this page'
              }
              checked={selectAll.every}
              indeterminate={selectAll.some}
              disabled={rowCount === 0}
              onChange={selectAll.onChange}
            />
          </th>
        )}
        {columns.map((column, columnIndex) => {
          const { key, sort: by, firstOrder = 'desc' } = column
          const isSorted = by !== undefined && sort?.by === by
          return (
            <th
              key={key}
              scope="col"
              className={columnIndex === 0 ? css.first : undefined}
              aria-sort={isSorted ? ariaSort[sort.order] : undefined}
            >
              {by === undefined || !onSort ? (
                <HeadText column={column} />
              ) : (
                <button
                  type="button"
                  className={css.sort}
                  onClick={() => onSort(nextSort(by, firstOrder, sort), firstOrder)}
                >
                  <HeadText column={column}>
                    <Icon
                      name="sort"
                      size={12}
                      className={!isSorted ? css.unsorted : sort.order === 'asc' ? css.ascending : undefined}
                    />
                  </HeadText>
                </button>
              )}
            </th>
          )
        })}
        {(props.view ?? props.actions) && (
          <th scope="col" className={css.actions}>
            <span className={css.unseen}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** The arrow stays on a line with the last word. */
function HeadText({
  column,
  children,
}: {
  column: Pick<Column<never>, 'header' | 'zone' | 'symbol'>
  children?: ReactNode
}) {
  const { header, zone, symbol } = column
  if (symbol)
    return (
      <span className="nowrap" title={header}>
        <Icon name={symbol} size={14} />
        <VisuallyHidden>{header}</VisuallyHidden>
        {children}
      </span>
    )
  const words = header.split(' ')
  const last = zone ? <span className={`faint ${css.zone}`}>{zone}</span> : words.pop()
  return (
    <span>
      {words.map((word) => `${word} `)}
      <span className="nowrap">
        {last}
        {children}
      </span>
    </span>
  )
}
