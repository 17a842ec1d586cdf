import type { KeyAction } from '#web/lib/key-table.ts'
import { useKeyProps, useKeysOf } from '#web/lib/own-keys.ts'
import { Icon } from './Icon.tsx'
import { ActionKbd } from './Kbd.tsx'
import css from './fields.module.css'

interface StepButtonProps {
  /** Its key is the only visible text; an arrow for those who have none. */
  action: KeyAction
  label: string
  /** Disabled, but keeps its place and the focus. */
  isAtEnd?: boolean
  onClick: (() => void) | undefined
}

/** Goes to the previous or next item, such as an order of a list. */
export function StepButton({ action, label, isAtEnd = false, onClick }: StepButtonProps) {
  const keyProps = useKeyProps()
  const hasKey = useKeysOf()(action) !== ''
  return (
    <button
      type="button"
      className={`stack centered muted ${css.step}`}
      aria-label={label}
      {...keyProps(action)}
      aria-disabled={isAtEnd}
      onClick={onClick}
    >
      {hasKey ? <ActionKbd action={action} /> : <Icon name={action.startsWith('next') ? 'right' : 'left'} />}
    </button>
  )
}
