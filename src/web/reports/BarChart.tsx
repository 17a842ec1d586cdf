import { formatCount } from '#web/ui/count.ts'
import css from './BarChart.module.css'

/** The shades of a bar's parts, in their order. */
type BarLook = 'ink' | 'red' | 'striped'

export interface BarPart<Row> {
  label: string
  look: BarLook
  of: (row: Row) => number
}

interface BarChartProps<Row> {
  /** What is counted, as in 'Orders by nationality'. */
  label: string
  name: (row: Row) => string
  parts: readonly BarPart<Row>[]
  /** Largest first. */
  rows: readonly Row[]
}

/** More bars than these would be a second table. */
const mostBars = 12

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : (100 * part) / whole}%`

/** Bars of the largest rows, each as long as its number. A picture: the table beside it has the numbers for everyone. */
export function BarChart<Row>({ label, name, parts, rows }: BarChartProps<Row>) {
  const shown = rows.slice(0, mostBars)
  const whole = (row: Row) => parts.reduce((sum, { of }) => sum + of(row), 0)
  const longest = Math.max(0, ...shown.map(whole))
  const left = rows.length - shown.length

  return (
    <figure aria-label={`${label}, as bars: the table has the numbers`}>
      <div className={css.chart} aria-hidden="true">
        {parts.length > 1 && (
          <p className={css.legend}>
            {parts.map((part) => (
              <span key={part.label} className={css.entry}>
                <span className={css[part.look]} />
                {part.label}
              </span>
            ))}
          </p>
        )}
        {[...shown.entries()].map(([place, row]) => (
          <div key={place} className={css.bar}>
            <bdi className={css.name}>{name(row)}</bdi>
            <span className={css.track}>
              {parts.map(({ label: part, look, of }) =>
                of(row) > 0 ? (
                  <span key={part} className={css[look]} style={{ inlineSize: percent(of(row), longest) }} />
                ) : null,
              )}
            </span>
            <span className={css.number}>{formatCount(whole(row))}</span>
          </div>
        ))}
        {left > 0 && (
          <p className={css.note}>
            The {mostBars} largest of {formatCount(rows.length)}
          </p>
        )}
      </div>
    </figure>
  )
}
