import { exportProcessedByCount, processedByCount, type ProcessedRow } from '#contract/reports.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { definedEnds } from './report-range.ts'
import { ReportPage } from './ReportPage.tsx'
import { useReportRange } from './use-report-range.ts'

const total = (row: ProcessedRow) => row.count

/** `/admin/processed-order`: orders by the staff member who processed them (spec §2). */
export function OrderProcessedPage() {
  const { range, choose } = useReportRange()
  const { data, error, isFetching, refetch } = useRead(
    processedByCount,
    { body: range },
    { persistentToast: true },
  )
  return (
    <ReportPage
      heading="Order Processed"
      title="Orders by staff member"
      subject={{ header: 'Processed By', of: (row) => row.processed_by }}
      columns={[{ header: 'Orders', of: total }]}
      segments={[{ label: 'Orders', pattern: 'ink', of: total }]}
      total={total}
      range={range}
      onRangeChange={choose}
      rows={data?.processedOrderDetails}
      failure={error}
      asOf={data?.asOf}
      isFetching={isFetching}
      onRefresh={() => void refetch()}
      exportUrl={(format) => requestUrl(exportProcessedByCount, { query: { ...definedEnds(range), format } })}
    />
  )
}
