import { exportProcessedByCount, processedByCount, type ProcessedRow } from '#contract/reports.ts'
import { addressOf } from '#web/lib/client.ts'
import { useRead } from '#web/lib/hooks.ts'
import { closedEnds } from './report-range.ts'
import { ReportPage } from './ReportPage.tsx'
import { useReportRange } from './use-report-range.ts'

const total = (row: ProcessedRow) => row.count

/** `/admin/processed-order`: how many orders each staff member has processed (spec §2). */
export function OrderProcessedPage() {
  const { range, choose } = useReportRange()
  const { data, error, isFetching, refetch } = useRead(
    processedByCount,
    { body: range },
    { toastStays: true },
  )
  return (
    <ReportPage
      heading="Order Processed"
      title="Orders by staff member"
      subject={{ head: 'Processed By', of: (row) => row.processed_by }}
      columns={[{ head: 'Orders', of: total }]}
      bars={[{ label: 'Orders', look: 'ink', of: total }]}
      total={total}
      range={range}
      onChoose={choose}
      rows={data?.processedOrderDetails}
      failure={error}
      fetching={isFetching}
      onRefresh={() => void refetch()}
      exportHref={addressOf(exportProcessedByCount, { query: closedEnds(range) })}
    />
  )
}
