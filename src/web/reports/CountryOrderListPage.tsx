import { countryOrderCount, exportCountryOrderCount, type CountryRow } from '#contract/reports.ts'
import { addressOf } from '#web/lib/client.ts'
import { useRead } from '#web/lib/hooks.ts'
import type { BarPart } from './BarChart.tsx'
import { closedEnds } from './report-range.ts'
import { ReportPage } from './ReportPage.tsx'
import type { CountColumn } from './ReportTable.tsx'
import { useReportRange } from './use-report-range.ts'

/** The processing types of the report (spec §9); their sum is the total. */
const modes: readonly BarPart<CountryRow>[] = [
  { label: 'Standard', look: 'ink', of: (row) => row.standard_count },
  { label: 'Priority', look: 'red', of: (row) => row.priority_count },
  { label: 'Future', look: 'striped', of: (row) => row.future_count },
]
const total = (row: CountryRow) => row.count
const columns: readonly CountColumn<CountryRow>[] = [
  ...modes.map(({ label, of }) => ({ head: label, of })),
  { head: 'Total', of: total },
]

/** `/admin/country-order-list`: how many orders each nationality has (spec §2). */
export function CountryOrderListPage() {
  const { range, choose } = useReportRange()
  const { data, error, isFetching, refetch } = useRead(
    countryOrderCount,
    { body: range },
    { toastStays: true },
  )
  return (
    <ReportPage
      heading="Country Order List"
      title="Orders by nationality"
      subject={{ head: 'Nationality', of: (row) => row.arrival_nationality }}
      columns={columns}
      bars={modes}
      total={total}
      range={range}
      onChoose={choose}
      rows={data?.countryOrderDetails}
      failure={error}
      fetching={isFetching}
      onRefresh={() => void refetch()}
      exportHref={addressOf(exportCountryOrderCount, { query: closedEnds(range) })}
    />
  )
}
