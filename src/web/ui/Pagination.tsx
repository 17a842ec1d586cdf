import { NativeSelect } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { formatCount } from './format-count.ts'
import { pageSizes, type PageSize } from './page-sizes.ts'
import { PageNumbers } from './PageNumbers.tsx'
import { Skeleton } from './Skeleton.tsx'
import css from './pagination.module.css'

interface PaginationProps {
  /** From 1. */
  page: number
  pageSize: PageSize
  /** `undefined` while loading. */
  total: number | undefined
  /** The total is a lower bound. */
  hasMore?: boolean
  note?: string | null
  action?: ReactNode
  onPageChange: (page: number) => void
  /** The page is likely to be opened next. */
  onPageIntent?: ((page: number) => void) | undefined
  onPageSizeChange: (pageSize: PageSize) => void
}

const parsePageSize = (text: string): PageSize => pageSizes.find((choice) => String(choice) === text) ?? 10

function rangeText(page: number, size: number, total: number, hasMore: boolean) {
  const first = Math.min((page - 1) * size + 1, total)
  const last = Math.min(page * size, total)
  const totalText = hasMore ? `more than ${formatCount(total - 1)}` : formatCount(total)
  return `${formatCount(first)}–${formatCount(last)} of ${totalText}`
}

export function Pagination({
  page,
  pageSize,
  total,
  hasMore = false,
  note,
  action,
  onPageChange,
  onPageIntent,
  onPageSizeChange,
}: PaginationProps) {
  const size = pageSize === 'All' ? Math.max(total ?? 1, 1) : pageSize
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const rowsId = useId()
  return (
    <div className={`row muted small ${css.bar}`}>
      <span>{total === undefined ? <Skeleton width={96} /> : rangeText(page, size, total, hasMore)}</span>
      {note && <output>{note}</output>}
      {action}
      <PageNumbers page={page} pages={pages} onPageChange={onPageChange} onPageIntent={onPageIntent} />
      <div className="row gap-8">
        <label htmlFor={rowsId}>Rows:</label>
        <NativeSelect
          id={rowsId}
          className={css.select}
          data={pageSizes.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSizeChange(parsePageSize(event.currentTarget.value))}
        />
      </div>
    </div>
  )
}
