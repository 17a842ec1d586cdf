import { countryOrderCount, exportCountryOrderCount, type CountryRow } from '#contract/reports.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import type { BarSegment } from './BarChart.tsx'
import { definedEnds } from './report-range.ts'
import { ReportPage } from './ReportPage.tsx'
import type { CountColumn } from './ReportTable.tsx'
import { useReportRange } from './use-report-range.ts'

/** Processing types (spec §9); their sum is the total. */
const modeSegments: readonly BarSegment<CountryRow>[] = [
  { label: 'Standard', pattern: 'ink', of: (row) => row.standard_count },
  { label: 'Priority', pattern: 'red', of: (row) => row.priority_count },
  { label: 'Future', pattern: 'striped', of: (row) => row.future_count },
]
const total = (row: CountryRow) => row.count
const columns: readonly CountColumn<CountryRow>[] = [
  ...modeSegments.map(({ label, of }) => ({ header: label, of })),
  { header: 'Total', of: total },
]

/** `/admin/country-order-list`: orders by nationality (spec §2). */
export function CountryOrderListPage() {
  const { range, choose } = useReportRange()
  const { data, error, isFetching, refetch } = useRead(
    countryOrderCount,
    { body: range },
    { persistentToast: true },
  )
  return (
    <ReportPage
      heading="Country Order List"
      title="Orders by nationality"
      subject={{ header: 'Nationality', of: (row) => row.arrival_nationality }}
      columns={columns}
      segments={modeSegments}
      total={total}
      range={range}
      onRangeChange={choose}
      rows={data?.countryOrderDetails}
      failure={error}
      asOf={data?.asOf}
      isFetching={isFetching}
      onRefresh={() => void refetch()}
      exportUrl={(format) =>
        requestUrl(exportCountryOrderCount, { query: { ...definedEnds(range), format } })
      }
    />
  )
}
