import { useLocation } from 'wouter'
import { useQueryClient } from '@tanstack/react-query'
import { listTeam } from '#contract/team.ts'
import { maxResults, type OrderRow } from '#contract/orders.ts'
import { filingPath, teamMemberPath, viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { queues } from '#contract/rules/queues.ts'
import { fromList } from '#web/lib/back-target.ts'
import { useRead, refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { actionTexts, assignActionOf } from '#web/orders/action-texts.ts'
import { recentOrders } from '#web/orders/recent-orders.ts'
import type { FoundOrders } from '#web/orders/use-found-orders.ts'
import { askAddress, canAskCustomer } from '#web/questions/ask-address.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { statusLabels, type MoveTarget } from '#contract/rules/statuses.ts'
import { removeFromAllLists } from '#web/orders/queue/list/list-queries.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { outcomeText } from '#web/undo/outcome-texts.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { menuLinks } from '../screens.tsx'
import {
  actionEntry,
  countText,
  matchesLabel,
  moveEntries,
  orderEntry,
  screenEntry,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.tsx'

const mostMembers = 3
const mostScreens = 5

interface PaletteState {
  typed: string
  found: FoundOrders
  chosen: OrderRow | null
  onChoose: (order: OrderRow) => void
  /** Shows all that was found, where no list does. */
  onAll: () => void
  onClose: () => void
}

/** Orders, actions on the first one, then screens and members (design, palette.html). */
export function usePaletteGroups(state: PaletteState): PaletteGroup[] {
  const { typed, found, chosen, onChoose, onAll, onClose } = state
  const { orders, count, hasMore } = found
  const me = useCurrentMember()
  const [, navigate] = useLocation()
  const acts = usePaletteActs()
  const { data: team } = useRead(listTeam, {}, { enabled: me.can('manageTeam'), showsFailureInline: true })

  const closing =
    <Arguments extends unknown[]>(act: (...args: Arguments) => unknown) =>
    (...args: Arguments) => {
      onClose()
      act(...args)
    }
  const open = closing((orderId: number) => navigate(viewOrderPath(orderId), { state: fromList }))
  const go = closing((href: string) => navigate(href))

  const assignEntries = (order: OrderRow): PaletteEntry[] => {
    const action = assignActionOf(order)
    if (!action) return []
    return [
      actionEntry(
        action,
        action === 'assign' ? 'tick' : 'undo',
        actionTexts[action].label,
        closing(() => acts.assign(order, action)),
      ),
    ]
  }
  const askEntries = ({ order_id: orderId, process_status: status }: OrderRow): PaletteEntry[] =>
    canAskCustomer(status)
      ? [
          actionEntry(
            'ask',
            'help',
            'Ask the customer',
            closing(() => navigate(askAddress(orderId), { state: fromList })),
          ),
        ]
      : []
  const filingEntry = ({ order_id: orderId }: OrderRow) =>
    actionEntry('filing', 'file', 'Filing sheet', () => go(filingPath(orderId)))
  if (chosen) {
    const move = closing((to: Parameters<typeof acts.move>[1]) => acts.move(chosen, to))
    return [
      {
        title: `Do with ${chosen.order_id}`,
        entries: [
          actionEntry('open', 'eye', 'Open', () => open(chosen.order_id)),
          filingEntry(chosen),
          ...assignEntries(chosen),
          ...askEntries(chosen),
          ...moveEntries(chosen, move),
        ],
      },
    ]
  }

  const isEmpty = typed.trim() === ''
  const recent = recentOrders().map(({ orderId, name }): PaletteEntry => ({
    ...actionEntry(`recent-${orderId}`, 'history', name || String(orderId), () => open(orderId)),
    detail: name ? String(orderId) : null,
  }))
  const [first] = orders
  const shownScreens = menuLinks
    .filter(({ permission, label }) => me.can(permission) && (isEmpty || matchesLabel(label, typed)))
    .slice(0, mostScreens)
    .map(({ path, label, symbol }) => screenEntry(path, label, symbol, go))
  const history = `${queues.allOrder.path}?${new URLSearchParams({ q: typed.trim() })}`
  // Its search takes no wrong letter.
  const isInHistory = me.can('seeOrderHistory') && first?.found_by !== 'one letter apart'
  const allEntry = actionEntry(
    'all',
    'search',
    orders.length < count
      ? `All ${countText(count, hasMore)} orders`
      : `Search Order History for “${typed.trim()}”`,
    () => (isInHistory ? go(history) : onAll()),
    'Ctrl Enter',
  )
  const hasAll = isInHistory ? !isEmpty : orders.length < Math.min(count, maxResults)
  const members = (team?.data ?? [])
    .filter(({ name }) => !isEmpty && matchesLabel(name, typed))
    .slice(0, mostMembers)
    .map(({ id, name, type }) => ({
      ...actionEntry(`member-${id}`, 'user', name, () => go(teamMemberPath(id))),
      detail: type,
    }))

  return [
    {
      title: 'Orders',
      entries: [
        ...orders.map((order) => orderEntry(order, typed, open)),
        ...(hasAll && orders.length < count ? [allEntry] : []),
      ],
    },
    {
      title: `Do with ${first?.order_id}`,
      entries: first
        ? [
            filingEntry(first),
            actionEntry('moves', 'right', 'Move to …', () => onChoose(first)),
            ...assignEntries(first),
            ...askEntries(first),
          ]
        : [],
    },
    { title: 'Recent orders', entries: isEmpty ? recent : [] },
    {
      title: isEmpty ? 'Screens' : 'Screens and members',
      entries: [...shownScreens, ...(hasAll && orders.length >= count ? [allEntry] : []), ...members],
    },
  ].filter(({ entries }) => entries.length > 0)
}

function usePaletteActs() {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const moveCall = useCall(moveOrders)
  const assignCall = useCall(assignOrders, { refreshes: orderReadEndpoints })
  const showSuccess = useUndoToast()

  const move = async ({ order_id: orderId, process_status: status }: OrderRow, to: MoveTarget) => {
    const answer = await moveCall.call({ body: { orderId, updatingStatus: to, expectedStatus: status } })
    if (!answer) return
    removeFromAllLists(client, orderId)
    void refresh(client, orderReadEndpoints)
    showSuccess({
      title: answer.message,
      text: `Order ${orderId}: ${statusLabels[status].label} → ${statusLabels[to].label}.`,
      undo: answer.data.undo,
    })
  }
  const assign = async ({ order_id: orderId }: OrderRow, action: 'assign' | 'giveBack') => {
    const { question, doneText } = actionTexts[action]
    if (!(await confirm(question({ count: 1, ids: [orderId] })))) return
    const answer = await assignCall.call({
      body: { orderId, assignto: action === 'assign' ? me.name : null },
    })
    if (!answer) return
    const { message, data } = answer
    showSuccess({ title: message, text: outcomeText(doneText, data), undo: data.undo })
  }
  return { move, assign }
}
