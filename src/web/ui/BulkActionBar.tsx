import type { ReactNode } from 'react'
import { formatCount } from './format-count.ts'
import { IconButton } from './IconButton.tsx'
import css from './controls.module.css'

interface BulkActionBarProps {
  /** Names the bar, as in 'Chosen mails'. */
  label: string
  /** How many are chosen; nothing shows at 0. */
  selectedCount: number
  /** Beside the count: how to choose more. */
  offer?: ReactNode
  /** What can be done with them: buttons, at most one filled. */
  children: ReactNode
  onClear: () => void
}

/** What can be done with the chosen rows; stands beside the search, on a phone at the bottom. */
export function BulkActionBar({ label, selectedCount, offer, children, onClear }: BulkActionBarProps) {
  if (selectedCount === 0) return null
  return (
    <fieldset className={`row gap-8 small ${css.bar}`} aria-label={label}>
      <span className={`flex nowrap ${css.choice}`}>
        <output className="strong">{formatCount(selectedCount)} chosen</output>
        {offer}
      </span>
      {children}
      <span className={css.line} />
      <IconButton icon="close" label="Choose none" onClick={onClear} />
    </fieldset>
  )
}
