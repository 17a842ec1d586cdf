import { formatCount } from './format-count.ts'
import { Skeleton } from './Skeleton.tsx'

interface CountProps {
  /** `undefined` while it is not known: a bar of the same height stands in its place. */
  value: number | undefined
  className?: string | undefined
}

/** A count beside its label. */
export function Count({ value, className }: CountProps) {
  return (
    <span className={className}>{value === undefined ? <Skeleton width={24} /> : formatCount(value)}</span>
  )
}
