import { Button } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { actionTexts } from '../../action-texts.ts'
import css from './header.module.css'

interface AssignButtonProps {
  order: OrderDetails
  busy: boolean
  onAssign: (action: 'assign' | 'giveBack') => void
}

/** Assigns an unassigned New order, or gives back the member's own; renders nothing for other orders. */
export function AssignButton({ order, busy, onAssign }: AssignButtonProps) {
  if (order.process_status !== 'New') return null
  if (order.assign_to !== null && !order.is_assigned_to_me) return null
  return (
    <AssignOrRelease
      action={order.is_assigned_to_me ? 'giveBack' : 'assign'}
      busy={busy}
      onAssign={onAssign}
    />
  )
}

interface AssignOrReleaseProps extends Pick<AssignButtonProps, 'busy' | 'onAssign'> {
  action: 'assign' | 'giveBack'
}

function AssignOrRelease({ action, busy, onAssign }: AssignOrReleaseProps) {
  const handleClick = () => !busy && onAssign(action)
  useShortcuts({ [action]: handleClick })
  return (
    <Button
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      leftSection={<Icon name={action === 'assign' ? 'tick' : 'undo'} size={14} />}
      aria-disabled={busy}
      {...shortcutProps(action)}
      onClick={handleClick}
    >
      {actionTexts[action].label}
    </Button>
  )
}
