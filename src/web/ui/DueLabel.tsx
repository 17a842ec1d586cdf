import css from './DueLabel.module.css'

interface DueLabelProps {
  /** Whole days until the date: 0 is today, negative is past. */
  days: number
  /** `short` stands behind a date in a table, `long` in a sentence's place. */
  variant?: 'short' | 'long'
}

const shortText = (days: number) => (days === 0 ? 'today' : days < 0 ? `missed ${-days} d` : `${days} d`)

const longText = (days: number) => {
  if (days === 0) return 'today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `missed ${count} ago` : `in ${count}`
}

/** How near the travel date of an order without a document is: missed and today red, one day amber, else grey. */
export function DueLabel({ days, variant = 'short' }: DueLabelProps) {
  const tone = days <= 0 ? css.today : days === 1 ? css.tomorrow : css.later
  return (
    <span className={`${css[variant]} ${tone}`}>
      {variant === 'short' ? shortText(days) : longText(days)}
    </span>
  )
}
