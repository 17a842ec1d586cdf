import { VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import css from './lists.module.css'
import { Skeleton } from './Skeleton.tsx'
import { useFocusFallback } from './table/use-focus-fallback.ts'

export interface ListColumn<Row> {
  header: string
  render: (row: Row) => ReactNode
  noWrap?: true
}

interface ListTableProps<Row> {
  label: string
  /** The first column names the row. */
  columns: readonly ListColumn<Row>[]
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  actions?: (row: Row) => ReactNode
  subject?:
    | { subject: string; message: string; requestId?: string | undefined; onRetry: () => void }
    | undefined
}

const loadingRows = [0, 1, 2, 3]

/** For short lists; in a card under 560 px each row becomes a block of labelled values. */
export function ListTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  actions,
  subject: failure,
}: ListTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  useFocusFallback(frame, frame)

  if (!rows && failure) return <EmptyState kind="failure" {...failure} />
  return (
    <div className={css.frame} ref={frame} tabIndex={-1}>
      {rows?.length === 0 ? (
        <EmptyState kind="list" />
      ) : (
        <table className={`${css.plainTable} ${css.listTable}`} aria-label={label} aria-busy={!rows}>
          <thead>
            <tr>
              {columns.map(({ header }) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
              {actions && (
                <th scope="col">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => (
                  <tr key={rowKey(row)}>
                    {columns.map(({ header, render, noWrap }, columnIndex) =>
                      columnIndex === 0 ? (
                        <th key={header} scope="row" data-tight={noWrap}>
                          {render(row)}
                        </th>
                      ) : (
                        <td key={header} data-tight={noWrap}>
                          <span className={css.label}>{header}</span>
                          <span>{render(row)}</span>
                        </td>
                      ),
                    )}
                    {actions && <td className={`nowrap ${css.actions}`}>{actions(row)}</td>}
                  </tr>
                ))
              : loadingRows.map((index) => (
                  <tr key={index}>
                    <td colSpan={columns.length + (actions ? 1 : 0)}>
                      <Skeleton width={`${72 - index * 9}%`} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
