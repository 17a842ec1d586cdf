import { SegmentedControl } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { disputeRatios, ratioGroups, type RatioGroup, type RatioRow } from '#contract/ratios.ts'
import { disputeReasons, type DisputeReason } from '#contract/rules/disputes.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { asOfText } from '#web/ui/as-of-text.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { LimitTable } from './LimitTable.tsx'
import { RangeFields } from './RangeFields.tsx'
import { ReportTable, sumOf, type CountColumn } from './ReportTable.tsx'
import css from './reports.module.css'
import { useReportRange } from './use-report-range.ts'

const columns: readonly CountColumn<RatioRow>[] = [
  { header: 'Sales', of: ({ sales }) => sales, title: 'All orders of the month, also deleted ones' },
  { header: 'Warnings', of: ({ warnings }) => warnings, title: 'Early fraud warnings opened in the month' },
  { header: 'Disputes', of: ({ disputes }) => disputes, title: 'ChargeBacks opened in the month' },
  {
    header: 'Prevented',
    of: ({ prevented }) => prevented,
    title: 'Refunded by the gateway before a dispute',
  },
  {
    header: 'Refunds before',
    of: (row) => row.refunds_before,
    title: 'Sales of the month that were refunded without a dispute, or before it',
  },
  {
    header: 'Refunds after',
    of: (row) => row.refunds_after,
    title: 'Sales of the month that were refunded after a dispute was opened',
  },
]

interface ReasonRow {
  reason: DisputeReason
  won: number
  decided: number
}

const decidedColumns: readonly CountColumn<ReasonRow>[] = [
  { header: 'Won', of: ({ won }) => won },
  { header: 'Decided', of: ({ decided }) => decided, title: 'Won or lost; accepted ones are not counted' },
]

const reasonRows = (rows: readonly RatioRow[]): ReasonRow[] =>
  disputeReasons
    .map((reason) => ({
      reason,
      won: sumOf(rows, ({ outcomes }) => outcomes[reason].won),
      decided: sumOf(rows, ({ outcomes }) => outcomes[reason].decided),
    }))
    .filter(({ decided }) => decided > 0)

const reasonName = ({ reason, won, decided }: ReasonRow) =>
  `${reason.replace(/^./, (letter) => letter.toUpperCase())}, ${Math.round((100 * won) / decided)} % won`

const choices = [
  { value: '', label: 'All' },
  { value: 'network', label: 'Network' },
  { value: 'gateway', label: 'Gateway' },
  { value: 'site', label: 'Site' },
]

const rowName = ({ month, group }: RatioRow) => [month, group].filter(Boolean).join(' · ')

/** `/admin/ratios`: disputes against sales, by month (product §14). The address keeps range, group and filters. */
export function RatiosPage() {
  const { range, choose } = useReportRange()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(search)
  const asked = params.get('by')
  const by = isOneOf(ratioGroups, asked) ? asked : undefined
  const filters = ratioGroups.flatMap((group) => {
    const value = params.get(group)
    return value ? [{ group, value }] : []
  })
  const change = (name: string, value: string) => {
    if (value) params.set(name, value)
    else params.delete(name)
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true })
  }
  const query = {
    ...(range.fromDate && { from: range.fromDate }),
    ...(range.toDate && { to: range.toDate }),
    ...(by && { by }),
    ...Object.fromEntries(filters.map(({ group, value }) => [group, value])),
  }
  const { data, error, isFetching, refetch } = useRead(disputeRatios, { query }, { persistentToast: true })
  const rows = data?.data
  const narrow = (group: RatioGroup) => (row: RatioRow) => {
    const next = new URLSearchParams(search)
    next.delete('by')
    next.set(group, row.group)
    return `${path}?${next}`
  }
  const subject = { header: 'Month', of: rowName, ...(by && { href: narrow(by) }) }
  return (
    <>
      <PageHeading
        count={data?.asOf && asOfText(data.asOf)}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
        end={<ExportMenu urlOf={(format) => requestUrl(disputeRatios, { query: { ...query, format } })} />}
      >
        Ratios
      </PageHeading>
      <RangeFields range={range} onChange={choose} note="Whole months in EST">
        <SegmentedControl
          aria-label="Grouped by"
          data={choices}
          value={by ?? ''}
          onChange={(group) => change('by', group)}
        />
        {filters.map(({ group, value }) => (
          <FilterChip key={group} isOn onChange={() => change(group, '')}>
            {value}
          </FilterChip>
        ))}
      </RangeFields>
      {!rows && error ? (
        <EmptyState
          kind="failure"
          subject="The report"
          message=""
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={css.wide}>
          <Card title="Sales and disputes">
            <ReportTable label="Sales and disputes" subject={subject} columns={columns} rows={rows} />
          </Card>
          {rows?.length !== 0 && (
            <>
              <Card title="Limits">
                <LimitTable subject={subject} rows={rows} />
              </Card>
              <Card title="Won by reason">
                <ReportTable
                  label="Won by reason"
                  subject={{ header: 'Reason', of: reasonName }}
                  columns={decidedColumns}
                  rows={rows && reasonRows(rows)}
                />
              </Card>
            </>
          )}
        </div>
      )}
    </>
  )
}
