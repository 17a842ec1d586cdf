import { VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useFocusKept } from './table/use-focus-kept.ts'
import css from './ListTable.module.css'

export interface ListColumn<Row> {
  head: string
  render: (row: Row) => ReactNode
  /** Stays on one line, as a time does. */
  tight?: true
}

interface ListTableProps<Row> {
  /** Names the table, as in 'Team Member List'. */
  label: string
  /** The first column names the row. */
  columns: readonly ListColumn<Row>[]
  /** `undefined` while they are loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** Why there are none. */
  failure?: { what: string; message: string; requestId?: string | undefined; onRetry: () => void } | undefined
}

const loadingRows = [0, 1, 2, 3]

/** A short list with its columns; under 560 px of its card an entry for each row. */
export function ListTable<Row>({ label, columns, rows, rowKey, actions, failure }: ListTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  useFocusKept(frame, frame)

  if (!rows && failure) return <EmptyState kind="failure" {...failure} />
  return (
    <div className={css.frame} ref={frame} tabIndex={-1}>
      {rows?.length === 0 ? (
        <EmptyState kind="list" />
      ) : (
        <table className={css.table} aria-label={label} aria-busy={!rows}>
          <thead>
            <tr>
              {columns.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
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
                    {columns.map(({ head, render, tight }, place) =>
                      place === 0 ? (
                        <th key={head} scope="row" data-tight={tight}>
                          {render(row)}
                        </th>
                      ) : (
                        <td key={head} data-tight={tight}>
                          <span className={css.label}>{head}</span>
                          <span>{render(row)}</span>
                        </td>
                      ),
                    )}
                    {actions && <td className={css.actions}>{actions(row)}</td>}
                  </tr>
                ))
              : loadingRows.map((at) => (
                  <tr key={at}>
                    <td colSpan={columns.length + (actions ? 1 : 0)}>
                      <Skeleton width={`${72 - at * 9}%`} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
