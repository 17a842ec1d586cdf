import { Link } from 'wouter'
import type { OrderFinding } from '#contract/preflight.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'

export function FindingMessage({ message, orders }: Pick<OrderFinding, 'message' | 'orders'>) {
  if (orders.length === 0) return message
  const parts = message.split(new RegExp(`\\b(${orders.join('|')})\\b`))
  return [...parts.entries()].map(([index, part]) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Link key={part} href={viewOrderPath(Number(part))}>
        {part}
      </Link>
    ),
  )
}
