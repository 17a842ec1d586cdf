import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { formatCount } from './count.ts'
import { Icon } from './Icon.tsx'
import { pageList } from './page-list.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './Pagination.module.css'

/** Spec §9; `All` sets the limit to the total. */
export const rowsChoices = [10, 25, 50, 100, 500, 'All'] as const
export type RowsChoice = (typeof rowsChoices)[number]

interface PaginationProps {
  /** From 1. */
  page: number
  rows: RowsChoice
  /** `undefined` while it is not known. */
  total: number | undefined
  /** The total is a lower bound: there are more. */
  more?: boolean
  onPage: (page: number) => void
  onRows: (rows: RowsChoice) => void
}

const toRows = (text: string): RowsChoice => rowsChoices.find((choice) => String(choice) === text) ?? 10

function rangeText(page: number, size: number, total: number, more: boolean) {
  const first = Math.min((page - 1) * size + 1, total)
  const last = Math.min(page * size, total)
  const all = more ? `more than ${formatCount(total - 1)}` : formatCount(total)
  return `${formatCount(first)}–${formatCount(last)} of ${all}`
}

/** Which rows are shown, the pages, and how many rows a page has. */
export function Pagination({ page, rows, total, more = false, onPage, onRows }: PaginationProps) {
  const size = rows === 'All' ? Math.max(total ?? 1, 1) : rows
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const rowsId = useId()
  return (
    <div className={css.bar}>
      <span className={css.range}>
        {total === undefined ? <Skeleton width={96} /> : rangeText(page, size, total, more)}
      </span>
      <nav className={css.pages} aria-label="Pages" data-many={pages > 4 || undefined}>
        <button
          type="button"
          className={css.page}
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <Icon name="left" />
        </button>
        <span className={css.numbers}>
          {pageList(page, pages).map((entry, place) =>
            entry === 'gap' ? (
              <span key={`gap-${place < 2 ? 'start' : 'end'}`} className={css.gap}>
                …
              </span>
            ) : (
              <button
                key={entry}
                type="button"
                className={css.page}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => onPage(entry)}
              >
                {formatCount(entry)}
              </button>
            ),
          )}
        </span>
        <button
          type="button"
          className={css.page}
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <Icon name="right" />
        </button>
      </nav>
      <div className={css.rows}>
        <label htmlFor={rowsId}>Rows:</label>
        <NativeSelect
          id={rowsId}
          className={css.select}
          data={rowsChoices.map(String)}
          value={String(rows)}
          onChange={(event) => onRows(toRows(event.currentTarget.value))}
        />
      </div>
    </div>
  )
}
