import { memo } from 'react'
import { RowCheckbox } from '../RowCheckbox.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { Column, DataTableProps } from './table-types.ts'
import css from './table.module.css'

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'view' | 'actions' | 'rowLabel'> {
  id: string
  index: number
  row: Row | undefined
  columns: readonly Column<Row>[]
  isSelectable: boolean
  isSelected: boolean
  isCurrent: boolean
  /** Struck through; can be viewed, but not selected. */
  isStruck: boolean
  /** Must be stable, like all props, so that `memo` skips unchanged rows. */
  onSelect: (index: number, isSelected: boolean, withShift: boolean) => void
}

/** Varied like text, but stable per row. */
const skeletonWidthRatio = (index: number, columnIndex: number) =>
  0.45 + (((index * 7 + columnIndex * 5) % 9) / 9) * 0.4

function TableRowOf<Row>(props: TableRowProps<Row>) {
  const {
    id,
    index,
    row,
    columns,
    isSelectable,
    isSelected,
    isCurrent,
    isStruck,
    onSelect,
    view,
    actions,
    rowLabel,
  } = props
  const [first, ...others] = columns
  return (
    <tr
      id={id}
      className={css.row}
      data-index={index}
      data-current={isCurrent || undefined}
      data-struck={isStruck || undefined}
      data-loading={row === undefined || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
    >
      {isSelectable && (
        <td className={css.choose}>
          {row === undefined ? (
            <Skeleton width={16} height={16} />
          ) : (
            <RowCheckbox
              label={`Select ${rowLabel(row)}`}
              checked={isSelected}
              disabled={isStruck}
              onChange={(next, withShift) => onSelect(index, next, withShift)}
            />
          )}
        </td>
      )}
      {first &&
        (row === undefined ? (
          <td className={css.first}>
            <Skeleton width={52} />
          </td>
        ) : (
          <th scope="row" className={css.first} data-flexible={first.isFlexible}>
            {first.render(row)}
          </th>
        ))}
      {others.map((column, columnIndex) => (
        <td key={column.key} data-flexible={column.isFlexible}>
          {row === undefined ? (
            <Skeleton width={(column.width - 16) * skeletonWidthRatio(index, columnIndex)} />
          ) : (
            column.render(row)
          )}
        </td>
      ))}
      {(view ?? actions) && (
        <td className={css.actions}>
          <div className="row gap-2">
            {row === undefined ? (
              <Skeleton width={54} height={24} />
            ) : (
              <>
                {view?.(row)}
                {!isStruck && actions?.(row)}
              </>
            )}
          </div>
        </td>
      )}
    </tr>
  )
}

/** `memo` loses the row type. */
export const TableRow = memo(TableRowOf) as typeof TableRowOf
