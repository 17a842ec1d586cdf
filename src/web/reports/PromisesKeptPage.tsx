import { SegmentedControl } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import {
  exportPromisesKept,
  promiseGroups,
  promisesKept,
  type PromiseGroup,
  type PromiseRow,
} from '#contract/reports.ts'
import { displayDate } from '#contract/rules/dates.ts'
import { modes } from '#contract/rules/queues.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { modeLabels } from '#web/orders/view/mode-labels.ts'
import { definedEnds } from './report-range.ts'
import { ReportPage } from './ReportPage.tsx'
import { useReportRange } from './use-report-range.ts'

const kept = (row: PromiseRow) => row.kept
const late = (row: PromiseRow) => row.late
const total = (row: PromiseRow) => row.kept + row.late

interface Group {
  label: string
  header: string
  nameOf: (name: string) => string
  first?: 'latest'
}

const groups: Record<PromiseGroup, Group> = {
  day: { label: 'Day', header: 'Processed on', nameOf: displayDate, first: 'latest' },
  mode: {
    label: 'Mode',
    header: 'Mode',
    nameOf: (name) => (isOneOf(modes, name) ? modeLabels[name] : name),
  },
  member: { label: 'Member', header: 'Processed By', nameOf: (name) => name },
}

/** `/admin/promises-kept`: orders whose document was sent by the promised time (product §12). */
export function PromisesKeptPage() {
  const { range, choose } = useReportRange()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const asked = new URLSearchParams(search).get('by')
  const by = isOneOf(promiseGroups, asked) ? asked : 'day'
  const chooseGroup = (group: PromiseGroup) => {
    const params = new URLSearchParams(search)
    params.set('by', group)
    navigate(`${path}?${params}`, { replace: true })
  }
  const { data, error, isFetching, refetch } = useRead(
    promisesKept,
    { body: { ...range, by } },
    { persistentToast: true },
  )
  const { nameOf, ...subject } = groups[by]
  return (
    <ReportPage
      heading="Promises Kept"
      title={`Orders by ${by}`}
      subject={{ ...subject, of: ({ name }) => nameOf(name) }}
      columns={[
        { header: 'Kept', of: kept },
        { header: 'Late', of: late },
      ]}
      segments={[
        { label: 'Kept', pattern: 'ink', of: kept },
        { label: 'Late', pattern: 'red', of: late },
      ]}
      total={total}
      range={range}
      onRangeChange={choose}
      choice={
        <SegmentedControl<PromiseGroup>
          aria-label="Orders by"
          data={promiseGroups.map((value) => ({ value, label: groups[value].label }))}
          value={by}
          onChange={chooseGroup}
        />
      }
      rows={data?.data}
      failure={error}
      asOf={data?.asOf}
      isFetching={isFetching}
      onRefresh={() => void refetch()}
      exportUrl={(format) => requestUrl(exportPromisesKept, { query: { ...definedEnds(range), by, format } })}
    />
  )
}
