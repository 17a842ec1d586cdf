import { formatCount } from '#web/ui/format-count.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './reports.module.css'

type BarPattern = 'ink' | 'red' | 'striped'

export interface BarSegment<Row> {
  label: string
  pattern: BarPattern
  of: (row: Row) => number
}

interface BarChartProps<Row> {
  /** As in 'Orders by nationality' */
  label: string
  name: (row: Row) => string
  segments: readonly BarSegment<Row>[]
  rows: readonly Row[]
  first: 'largest' | 'latest'
}

/** More bars would only repeat the table. */
const maxBars = 12

const percent = (part: number, totalOf: number) => `${totalOf === 0 ? 0 : (100 * part) / totalOf}%`

/** A stacked bar chart of the first rows. Hidden from screen readers, since the table beside it has the numbers. */
export function BarChart<Row>({ label, name, segments, rows, first }: BarChartProps<Row>) {
  const shown = rows.slice(0, maxBars)
  const totalOf = (row: Row) => segments.reduce((sum, { of }) => sum + of(row), 0)
  const largestTotal = Math.max(0, ...shown.map(totalOf))
  const omittedCount = rows.length - shown.length

  return (
    <figure aria-label={`${label}, as bars: the table has the numbers`}>
      <div className={`stack small tight ${css.chart}`} aria-hidden="true">
        {segments.length > 1 && (
          <p className={`row wrap muted tiny ${css.legend}`}>
            {segments.map((part) => (
              <span key={part.label} className={`inline-row gap-6 ${css.entry}`}>
                <span className={css[part.pattern]} />
                {part.label}
              </span>
            ))}
          </p>
        )}
        {[...shown.entries()].map(([index, row]) => (
          <div key={index} className={css.bar}>
            <ExternalText className="truncate">{name(row)}</ExternalText>
            <span className={css.track}>
              {segments.map(({ label: part, pattern, of }) =>
                of(row) > 0 ? (
                  <span
                    key={part}
                    className={css[pattern]}
                    style={{ inlineSize: percent(of(row), largestTotal) }}
                  />
                ) : null,
              )}
            </span>
            <span className={css.number}>{formatCount(totalOf(row))}</span>
          </div>
        ))}
        {omittedCount > 0 && (
          <p className={`faint tiny ${css.note}`}>
            The {maxBars} {first} of {formatCount(rows.length)}
          </p>
        )}
      </div>
    </figure>
  )
}
