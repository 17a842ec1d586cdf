import css from './DueLabel.module.css'

const textOf = (days: number) => {
  if (days === 0) return 'today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `${count} ago` : `in ${count}`
}

/** How near the travel date of an order without a document is: past and today red, one day amber, else grey. */
export function DueLabel({
  days,
}: {
  /** Whole days until the date: 0 is today, negative is past. */ days: number
}) {
  const tone = days <= 0 ? css.today : days === 1 ? css.tomorrow : css.later
  return <span className={`${css.label} ${tone}`}>{textOf(days)}</span>
}
