import type { ReactNode } from 'react'
import type { AsOf } from '#contract/endpoint.ts'
import type { ExportFormat } from '#contract/rules/export-formats.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { asOfText } from '#web/ui/as-of-text.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BarChart, type BarSegment } from './BarChart.tsx'
import { RangeFields } from './RangeFields.tsx'
import type { ReportRange } from './report-range.ts'
import { ReportTable, sumOf, type CountColumn } from './ReportTable.tsx'
import css from './reports.module.css'

interface ReportPageProps<Row> {
  heading: string
  /** As in 'Orders by nationality' */
  title: string
  /** `first` is 'largest' by default. */
  subject: { header: string; of: (row: Row) => string; first?: 'largest' | 'latest' }
  columns: readonly CountColumn<Row>[]
  segments: readonly BarSegment<Row>[]
  total: (row: Row) => number
  range: ReportRange
  onRangeChange: (changes: Partial<ReportRange>) => void
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined
  /** Already shown as a toast. */
  failure: CallError | null
  /** Set if the rows come from a replica. */
  asOf: AsOf | undefined
  isFetching: boolean
  onRefresh: () => void
  exportUrl: (format: ExportFormat) => string
  /** Shown beside the range. */
  choice?: ReactNode
}

/** Date range, table, and a chart beside it. */
export function ReportPage<Row>(props: ReportPageProps<Row>) {
  const { heading, title, subject, columns, segments, total, rows, failure, onRefresh } = props
  const orders = rows && sumOf(rows, total)
  return (
    <>
      <PageHeading
        count={orders === undefined ? undefined : countText(orders, props.asOf)}
        onRefresh={onRefresh}
        isRefreshing={props.isFetching}
        end={<ExportMenu urlOf={props.exportUrl} />}
      >
        {heading}
      </PageHeading>
      <RangeFields range={props.range} onChange={props.onRangeChange}>
        {props.choice}
      </RangeFields>
      {!rows && failure ? (
        <EmptyState
          kind="failure"
          subject="The report"
          message=""
          requestId={failure.requestId}
          onRetry={onRefresh}
        />
      ) : (
        <div className={css.columns}>
          <Card title={title}>
            <ReportTable label={title} subject={subject} columns={columns} rows={rows} />
          </Card>
          {rows?.length !== 0 && (
            <div className={css.beside}>
              <Card title="Chart">
                {rows ? (
                  <BarChart
                    label={title}
                    name={subject.of}
                    segments={segments}
                    rows={rows}
                    first={subject.first ?? 'largest'}
                  />
                ) : (
                  loadingChart
                )}
              </Card>
            </div>
          )}
        </div>
      )}
    </>
  )
}

const countText = (orders: number, asOf: AsOf | undefined): string =>
  [`${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`, ...(asOf ? [asOfText(asOf)] : [])].join(
    ', ',
  )

const loadingChart: ReactNode = (
  <div className={css.waiting}>
    {[88, 64, 52, 40, 31, 22, 16, 9].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={14} />
    ))}
  </div>
)
