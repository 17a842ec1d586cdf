import { Kbd } from './Kbd.tsx'
import css from './fields.module.css'

interface StepButtonProps {
  /** Its only text that is seen. */
  shortcut: string
  label: string
  /** There is nothing further that way; it keeps its place and the focus. */
  isAtEnd?: boolean
  onClick: (() => void) | undefined
}

/** Leads to what stands before or after, such as the next order of a list. */
export const StepButton = ({ shortcut, label, isAtEnd = false, onClick }: StepButtonProps) => (
  <button
    type="button"
    className={`stack centered muted ${css.step}`}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    aria-disabled={isAtEnd}
    onClick={onClick}
  >
    <Kbd>{shortcut}</Kbd>
  </button>
)
