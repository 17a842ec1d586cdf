import type { ReactNode } from 'react'
import { formatCount } from './format-count.ts'
import { IconButton } from './IconButton.tsx'
import css from './controls.module.css'

interface BulkActionBarProps {
  label: string
  /** The bar is hidden at 0. */
  selectedCount: number
  offer?: ReactNode
  /** Buttons, at most one filled. */
  children: ReactNode
  onClear: () => void
}

/** Actions on the selected rows; beside the search, on a phone at the bottom. */
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
