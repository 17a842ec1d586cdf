import { Check } from '../Check.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { Column, DataTableProps } from './table-types.ts'
import css from './WideTable.module.css'

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'view' | 'actions' | 'rowLabel'> {
  id: string
  index: number
  row: Row | undefined
  columns: readonly Column<Row>[]
  selectable: boolean
  chosen: boolean
  current: boolean
  onChoose: (chosen: boolean, withShift: boolean) => void
}

/** Widths that look like text, the same for a row whenever it is drawn. */
const share = (index: number, place: number) => 0.45 + (((index * 7 + place * 5) % 9) / 9) * 0.4

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, index, row, columns, selectable, chosen, current, onChoose, view, actions, rowLabel } = props
  const [first, ...others] = columns
  return (
    <tr
      id={id}
      className={css.row}
      data-index={index}
      data-current={current || undefined}
      aria-rowindex={index + 2}
      aria-selected={selectable ? chosen : undefined}
    >
      {selectable && (
        <td className={css.choose}>
          {row === undefined ? (
            <Skeleton width={16} height={16} />
          ) : (
            <Check label={`Select ${rowLabel(row)}`} checked={chosen} onChange={onChoose} />
          )}
        </td>
      )}
      {first &&
        (row === undefined ? (
          <td className={css.first}>
            <Skeleton width={52} />
          </td>
        ) : (
          <th scope="row" className={css.first}>
            {first.render(row)}
          </th>
        ))}
      {others.map((column, place) => (
        <td key={column.key}>
          {row === undefined ? (
            <Skeleton width={(column.width - 16) * share(index, place)} />
          ) : (
            column.render(row)
          )}
        </td>
      ))}
      {(view ?? actions) && (
        <td className={css.actions}>
          <div className={css.controls}>
            {row === undefined ? (
              <Skeleton width={54} height={24} />
            ) : (
              <>
                {view?.(row)}
                {actions?.(row)}
              </>
            )}
          </div>
        </td>
      )}
    </tr>
  )
}
