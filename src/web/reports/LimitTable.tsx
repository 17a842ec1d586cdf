import type { RatioRow } from '#contract/ratios.ts'
import { monitoringLimits, type LimitName } from '#contract/rules/monitoring.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { LoadingRows, SubjectCell, type ReportSubject } from './ReportTable.tsx'
import css from './reports.module.css'

const names = keysOf(monitoringLimits)

const percent = (rate: number | null) => (rate === null ? '–' : `${(rate * 100).toFixed(2)} %`)

/** Beside each rate its cases. A rate below its limit's minimum is grey. */
export function LimitTable({
  subject,
  rows,
}: {
  subject: ReportSubject<RatioRow>
  rows: readonly RatioRow[] | undefined
}) {
  return (
    <table className={`small tight ${css.table}`} aria-label="Limits" aria-busy={!rows}>
      <thead>
        <tr>
          <th scope="col">{subject.header}</th>
          {names.map((name) => (
            <th key={name} scope="col" title={monitoringLimits[name].note}>
              {monitoringLimits[name].label}
              <small className={css.minimum}>{limitText(name)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          [...rows.entries()].map(([index, row]) => (
            <tr key={index}>
              <SubjectCell subject={subject} row={row} />
              {names.map((name) => (
                <LimitCell key={name} limit={row.limits[name]} />
              ))}
            </tr>
          ))
        ) : (
          <LoadingRows columns={names.length + 1} />
        )}
      </tbody>
    </table>
  )
}

function LimitCell({ limit }: { limit: RatioRow['limits'][LimitName] }) {
  const { cases, sales, rate, applies, is_exceeded: isExceeded } = limit
  const state = isExceeded ? 'exceeded' : applies ? 'applies' : 'idle'
  const what = { exceeded: 'Exceeded', applies: 'Below the limit', idle: 'Does not apply to this month' }[
    state
  ]
  return (
    <td data-limit={state} title={`${what}: ${formatCount(cases)} cases, ${formatCount(sales)} sales`}>
      {percent(rate)}
      <small className={css.minimum}>
        {isExceeded ? 'Exceeded, ' : ''}
        {formatCount(cases)} of {formatCount(sales)}
      </small>
    </td>
  )
}

function limitText(name: LimitName): string {
  const { rate, minimumCases } = monitoringLimits[name]
  const from = minimumCases > 0 ? `, from ${formatCount(minimumCases)} cases` : ', any volume'
  return (rate === null ? 'Rate by acquirer' : `${rate * 100} %`) + from
}
