import { Button } from '@mantine/core'
import type { OrderDetails } from '#contract/orders.ts'
import { storedUser } from '#web/lib/stored-user.ts'
import css from './AssignButton.module.css'

interface AssignButtonProps {
  order: OrderDetails
  busy: boolean
  /** With one's own name, or null to give the order back. */
  onAssign: (assignto: string | null) => void
}

/** Takes a New order that nobody has, or gives one's own back; nothing for any other. */
export function AssignButton({ order, busy, onAssign }: AssignButtonProps) {
  if (order.process_status !== 'New') return null
  if (order.assign_to !== null && !order.is_assigned_to_me) return null
  const taken = order.is_assigned_to_me
  return (
    <Button
      variant="subtle"
      size="xs"
      className={css.assign}
      aria-disabled={busy}
      onClick={() => !busy && onAssign(taken ? null : (storedUser()?.user.name ?? ''))}
    >
      {taken ? 'Move to Original Folder' : 'Assign to me'}
    </Button>
  )
}
