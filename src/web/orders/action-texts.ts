import type { OrderRow } from '#contract/orders.ts'
import type { ConfirmOptions } from '#web/ui/ConfirmDialog.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { joinFirst, orderCountText, verbForm, type DescribeDone } from '#web/undo/outcome-texts.ts'

export type BulkActionName = 'assign' | 'giveBack' | 'refund' | 'delete'

const maxShownIds = 5

interface ActionTexts {
  label: string
  buttonVariant: 'filled' | 'danger' | 'default'
  /** Replaces the server's message as the toast's title. */
  title?: string
  doneText: DescribeDone
}

/** `ids` only if each order was chosen by itself. */
interface ChosenOrders {
  count: number
  ids?: readonly number[]
}

interface ConfirmedActionTexts extends ActionTexts {
  /** The specification's dialog (spec §2) and what Yes does. */
  question: (chosen: ChosenOrders) => ConfirmOptions
}

/** Actions after a yes/no question; a refund has its own dialog. */
export type DirectActionName = Exclude<BulkActionName, 'refund'>

export const actionTexts: Record<DirectActionName, ConfirmedActionTexts> & Record<'refund', ActionTexts> = {
  assign: {
    label: 'Assign to me',
    buttonVariant: 'filled',
    question: ({ count: n }) => ({
      title: 'Are you sure want to assigned orders.',
      text: `${orderCountText(n)} ${verbForm(n, 'becomes', 'become')} yours and ${verbForm(n, 'moves', 'move')} to My Orders.`,
    }),
    doneText: (count, id) => (id === undefined ? `${formatCount(count)} assigned` : `${id} is yours`),
  },
  giveBack: {
    label: 'Move to Original Folder',
    buttonVariant: 'default',
    question: ({ count: n }) => ({
      title: 'Are you sure want to move orders to new orders.',
      text: `${orderCountText(n)} ${verbForm(n, 'loses its', 'lose their')} assignee.`,
    }),
    title: 'Order has been moved successfully',
    doneText: (count, id) =>
      id === undefined ? `${formatCount(count)} given back` : `${id} is no longer assigned`,
  },
  delete: {
    label: 'Delete Order',
    buttonVariant: 'danger',
    question: ({ count: n, ids }) => ({
      title: 'Are you sure you want to delete?',
      text: `${orderCountText(n)} ${verbForm(n, 'moves', 'move')} to Deleted Orders${ids ? `: ${joinFirst(ids.map(String), maxShownIds, ', ')}` : ''}.`,
      tone: 'red',
    }),
    doneText: (count, id) => `${id ?? formatCount(count)} moved to Deleted Orders`,
  },
  refund: {
    label: 'Refunded it',
    buttonVariant: 'filled',
    doneText: (count, id) => (id === undefined ? `${formatCount(count)} refunded` : `${id} is refunded`),
  },
}

/** Assigns an unassigned New order to the member, or gives back the member's own; null for other orders. */
export function assignActionOf({
  process_status: status,
  assign_to: assignee,
  is_assigned_to_me: isMine,
}: Pick<OrderRow, 'process_status' | 'assign_to' | 'is_assigned_to_me'>): 'assign' | 'giveBack' | null {
  if (status !== 'New') return null
  return isMine ? 'giveBack' : assignee === null ? 'assign' : null
}
