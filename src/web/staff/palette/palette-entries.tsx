import type { ReactNode } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { displayDate, jakartaToday } from '#contract/rules/dates.ts'
import { findQueue, queues } from '#contract/rules/queues.ts'
import { moves, statusLabels, type MoveTarget } from '#contract/rules/statuses.ts'
import { fold } from '#contract/rules/search-text.ts'
import { emailOf, fileName, isOpen } from '#web/orders/queue/table/order-row.ts'
import { PromiseLabel } from '#web/orders/PromiseLabel.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import type { MenuSymbol } from '#web/ui/side-links.ts'
import { StatusIcon } from '#web/ui/StatusLabel.tsx'
import { foldedWords, isOneLetterApart } from '#contract/rules/name-words.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './palette.module.css'

export interface PaletteEntry {
  id: string
  symbol: ReactNode
  text: ReactNode
  detail?: ReactNode
  end?: ReactNode
  run: () => void
  /** → shows the actions on this order. */
  order?: OrderRow
}

/** `36`, or `more than 1,000`. */
export const countText = (count: number, hasMore: boolean) =>
  hasMore ? `more than ${formatCount(count - 1)}` : formatCount(count)

export interface PaletteGroup {
  title: string
  entries: PaletteEntry[]
}

function placeOf(order: OrderRow): string {
  const queue = findQueue(
    {
      status: order.process_status,
      assigned: order.assign_to !== null,
      mode: order.processing_mode,
      windowOpensOn: order.window_opens_on,
    },
    jakartaToday(new Date()),
  )
  if (order.is_assigned_to_me) return `${queues[queue].heading}, yours`
  return order.assign_to === null ? queues[queue].heading : `${queues[queue].heading}, ${order.assign_to}`
}

/** The e-mail address, if the search matched it and not the name. */
function foundDetail(order: OrderRow, typed: string): ReactNode {
  const email = emailOf(order)
  const text = fold(typed)
  const isInName = fold(fileName(order) ?? '').includes(text)
  const isInEmail = text !== '' && !isInName && email !== null && fold(email).includes(text)
  return isInEmail ? (
    <>
      {' '}
      · <MarkedText typed={typed}>{email}</MarkedText>
    </>
  ) : null
}

export const orderEntry = (
  order: OrderRow,
  typed: string,
  open: (orderId: number) => void,
): PaletteEntry => ({
  id: `order-${order.order_id}`,
  symbol: <StatusIcon appearance={statusLabels[order.process_status].appearance} />,
  text: <MarkedText typed={typed}>{fileName(order) ?? emailOf(order) ?? 'No name'}</MarkedText>,
  detail: (
    <>
      {order.order_id} · {placeOf(order)}
      {order.found_traveller != null && ` · traveller ${order.found_traveller}`}
      {foundDetail(order, typed)}
    </>
  ),
  end: isOpen(order) ? <PromiseLabel order={order} /> : displayDate(order.travel_date),
  run: () => open(order.order_id),
  order,
})

export const actionEntry = (
  id: string,
  icon: IconName,
  text: string,
  run: () => void,
  keys?: string,
): PaletteEntry => ({
  id,
  symbol: <Icon name={icon} />,
  text,
  end: keys?.split(' ').map((key) => <Kbd key={key}>{key}</Kbd>),
  run,
})

export const screenEntry = (
  href: string,
  label: string,
  symbol: MenuSymbol,
  go: (href: string) => void,
): PaletteEntry => ({
  id: `screen-${href}`,
  symbol: 'icon' in symbol ? <Icon name={symbol.icon} /> : <StatusIcon appearance={symbol.status} />,
  text: label,
  run: () => go(href),
})

export const moveEntries = (order: OrderRow, move: (to: MoveTarget) => void): PaletteEntry[] =>
  moves
    .filter(({ to }) => to !== order.process_status)
    .map(({ to, label }) => ({
      id: `move-${to}`,
      symbol: <StatusIcon appearance={statusLabels[to].appearance} />,
      text: label,
      run: () => move(to),
    }))

/** Whether every typed word starts a word of the label. */
export function matchesLabel(label: string, typed: string): boolean {
  const words = fold(label).split(' ')
  return fold(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

const isMeant = (word: string, typed: readonly string[]) => {
  const folded = fold(word)
  return typed.some((other) => folded.includes(other) || isOneLetterApart(folded, other))
}

function MarkedText({ children, typed }: { children: string; typed: string }) {
  const words = foldedWords(typed)
  return (
    <ExternalText>
      {[...children.split(/(\s+)/).entries()].map(([at, part]) =>
        part.trim() !== '' && isMeant(part, words) ? (
          <mark key={at} className={`strong ${css.mark}`}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </ExternalText>
  )
}
