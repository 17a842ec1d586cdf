import { Button } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { actionTexts, assignActionOf } from '../../action-texts.ts'
import css from './header.module.css'

interface AssignButtonProps {
  order: OrderDetails
  busy: boolean
  onAssign: (action: 'assign' | 'giveBack') => void
}

export function AssignButton({ order, busy, onAssign }: AssignButtonProps) {
  const action = assignActionOf(order)
  return action && <AssignOrRelease action={action} busy={busy} onAssign={onAssign} />
}

interface AssignOrReleaseProps extends Pick<AssignButtonProps, 'busy' | 'onAssign'> {
  action: 'assign' | 'giveBack'
}

function AssignOrRelease({ action, busy, onAssign }: AssignOrReleaseProps) {
  const handleClick = () => !busy && onAssign(action)
  const keyProps = useKeyProps()
  useShortcuts({ [action]: handleClick })
  return (
    <Button
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      leftSection={<Icon name={action === 'assign' ? 'tick' : 'undo'} size={14} />}
      aria-disabled={busy}
      {...keyProps(action)}
      onClick={handleClick}
    >
      {actionTexts[action].label}
    </Button>
  )
}
