import { formatCount } from './format-count.ts'
import { Skeleton } from './Skeleton.tsx'

interface CountProps {
  /** `undefined` while loading: shows a skeleton. */
  value: number | undefined
  className?: string | undefined
}

/** A count beside its label. */
export function Count({ value, className }: CountProps) {
  return (
    <span className={className}>{value === undefined ? <Skeleton width={24} /> : formatCount(value)}</span>
  )
}
