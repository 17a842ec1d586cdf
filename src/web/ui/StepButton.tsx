import { Kbd } from './Kbd.tsx'
import css from './fields.module.css'

interface StepButtonProps {
  /** The only visible text. */
  shortcut: string
  label: string
  /** Disabled, but keeps its place and the focus. */
  isAtEnd?: boolean
  onClick: (() => void) | undefined
}

/** Goes to the previous or next item, such as an order of a list. */
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
