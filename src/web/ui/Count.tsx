import { formatCount, formatShortCount } from './format-count.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './navigation.module.css'

interface CountProps {
  /** `undefined` while loading: shows a skeleton. */
  value: number | undefined
  className?: string | undefined
  /** Short form in a folded sidebar: 20.7k. */
  hasShortForm?: boolean
  /** The count stopped at its limit. */
  hasMore?: boolean | undefined
}

export function Count({ value, className, hasShortForm = false, hasMore = false }: CountProps) {
  if (value === undefined)
    return (
      <span className={className}>
        <Skeleton width={24} />
      </span>
    )
  return (
    <span className={className}>
      {hasShortForm && <span className={css.short} data-short={formatShortCount(value)} aria-hidden="true" />}
      <span className={hasShortForm ? css.unfoldedText : undefined}>
        {hasMore ? `${formatCount(value - 1)}+` : formatCount(value)}
      </span>
    </span>
  )
}
