import type { ReactNode } from 'react'
import { formatCount } from './count.ts'
import { IconButton } from './IconButton.tsx'
import css from './BulkBar.module.css'

interface BulkBarProps {
  /** How many are chosen; nothing shows at 0. */
  count: number
  /** What can be done with them: buttons, at most one filled. */
  children: ReactNode
  onClear: () => void
}

/** What can be done with the chosen rows; stands beside the search, on a phone at the bottom. */
export function BulkBar({ count, children, onClear }: BulkBarProps) {
  if (count === 0) return null
  return (
    <fieldset className={css.bar} aria-label="Chosen orders">
      <output className={css.count}>{formatCount(count)} chosen</output>
      {children}
      <span className={css.line} />
      <IconButton icon="close" label="Choose none" onClick={onClear} />
    </fieldset>
  )
}
