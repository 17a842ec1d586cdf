import type { ReactNode, RefObject } from 'react'
import { DataTable } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'
import { formatCount } from './format-count.ts'
import css from './cards.module.css'
import { PageHeading } from './PageHeading.tsx'
import type { DataTableProps } from './table/table-types.ts'

/** Rows per call of a ListPage. */
export const listBlockSize = 100
/** Skeleton rows while nothing is loaded. */
const initialRowCount = 10

interface Block<Row> {
  data: readonly Row[]
  count: number
}

interface ListPageProps<Row> {
  heading: string
  /** Names the rows in the heading's count and in failures. */
  noun: { singular: string; plural: string }
  /** Rows in blocks of `listBlockSize`; visible blocks are fetched. */
  blocks: {
    onRangeChange: (first: number, last: number) => void
    blockAt: (row: number) => Block<Row> | undefined
    anyBlock: Block<Row> | undefined
    isFetching: boolean
    failure: { message: string; requestId: string | undefined } | null
  }
  onRefresh: () => void
  note?: string | undefined
  /** Filters, after Refresh. */
  choice?: ReactNode
  /** Between heading and table. */
  summary?: ReactNode
  container?: RefObject<HTMLDivElement | null>
  table: Pick<
    DataTableProps<Row>,
    'columns' | 'rowKey' | 'rowLabel' | 'view' | 'actionsWidth' | 'onOpen' | 'shortcuts' | 'renderCompact'
  >
}

/** A page of one table of any length. */
export function ListPage<Row>({
  heading,
  noun,
  blocks,
  onRefresh,
  note,
  choice,
  summary,
  container,
  table,
}: ListPageProps<Row>) {
  const { anyBlock, failure, isFetching } = blocks
  const count = anyBlock?.count
  const empty: ReactNode = failure ? (
    <EmptyState
      kind="failure"
      subject={`The ${noun.plural}`}
      message={failure.message}
      requestId={failure.requestId}
      onRetry={onRefresh}
    />
  ) : (
    <EmptyState kind="list" />
  )
  return (
    <>
      <div className={css.heading}>
        <PageHeading
          count={count === undefined ? undefined : [countText(count, noun), note].filter(Boolean).join(' · ')}
          onRefresh={onRefresh}
          isRefreshing={isFetching}
          end={choice}
        >
          {heading}
        </PageHeading>
      </div>
      {summary}
      <div className={css.table} ref={container}>
        <DataTable
          {...table}
          label={heading}
          rowCount={failure ? 0 : (count ?? initialRowCount)}
          rowAt={(index) => blocks.blockAt(index)?.data[index % listBlockSize]}
          onRangeChange={blocks.onRangeChange}
          empty={empty}
          busy={isFetching}
        />
      </div>
    </>
  )
}

const countText = (count: number, { singular, plural }: ListPageProps<unknown>['noun']) =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`
