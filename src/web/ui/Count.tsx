import { formatCount, formatShortCount } from './format-count.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './Count.module.css'

interface CountProps {
  /** `undefined` while loading: shows a skeleton. */
  value: number | undefined
  className?: string | undefined
  /** In a folded sidebar it is short, as 20.7k. */
  hasShortForm?: boolean
}

/** A count beside its label. */
export function Count({ value, className, hasShortForm = false }: CountProps) {
  if (value === undefined)
    return (
      <span className={className}>
        <Skeleton width={24} />
      </span>
    )
  return (
    <span className={className} data-short={hasShortForm ? formatShortCount(value) : undefined}>
      <span className={hasShortForm ? css.full : undefined}>{formatCount(value)}</span>
    </span>
  )
}
