import type { ReactNode } from 'react'
import { formatCount } from './format-count.ts'
import { IconButton } from './IconButton.tsx'
import css from './BulkActionBar.module.css'

interface BulkActionBarProps {
  /** Names the bar, as in 'Chosen mails'. */
  label: string
  /** How many are chosen; nothing shows at 0. */
  selectedCount: number
  /** What can be done with them: buttons, at most one filled. */
  children: ReactNode
  onClear: () => void
}

/** What can be done with the chosen rows; stands beside the search, on a phone at the bottom. */
export function BulkActionBar({ label, selectedCount, children, onClear }: BulkActionBarProps) {
  if (selectedCount === 0) return null
  return (
    <fieldset className={css.bar} aria-label={label}>
      <output className={css.count}>{formatCount(selectedCount)} chosen</output>
      {children}
      <span className={css.line} />
      <IconButton icon="close" label="Choose none" onClick={onClear} />
    </fieldset>
  )
}
