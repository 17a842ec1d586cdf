import { displayDate, estDate } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, MemberActor } from '#server/platform/work.ts'
import { selectClosedOrders } from './order-access.queries.ts'

interface Closed {
  order_id: number
  erased_at: Date | null
  restricted_at: Date | null
}

/** `Order 2045527 was erased on 20-11-2026.` */
const erasedMessage = (orderId: number, erasedAt: Date): string =>
  `Order ${orderId} was erased on ${displayDate(estDate(erasedAt))}.`

/** 403 for an order that is restricted to Admins (UU 27/2022). */
export function requireOrderAccess(
  { role }: Pick<MemberActor, 'role'>,
  { order_id: orderId, restricted_at: restrictedAt }: Closed,
): void {
  if (restrictedAt && !can(role, 'seeRestrictedOrders'))
    refuse(
      'forbidden',
      `Order ${orderId} is restricted, as its customer asked: only an Admin can see it and work on it.`,
    )
}

/** Order ids stand in a call under this name, one or several. */
function namedOrders(...parts: unknown[]): number[] {
  const values = parts.flatMap((part): unknown[] =>
    typeof part === 'object' && part !== null && 'orderId' in part ? [part.orderId].flat() : [],
  )
  return values.filter((value) => typeof value === 'number')
}

/** 409 for orders whose data are erased, 403 for those that are restricted to Admins. */
export async function requireOpenOrders(
  db: Db,
  member: Pick<MemberActor, 'role'>,
  orderIds: readonly number[],
): Promise<void> {
  for (const order of await selectClosedOrders(db, orderIds)) {
    if (order.erased_at) refuse('conflict', erasedMessage(order.order_id, order.erased_at))
    requireOrderAccess(member, order)
  }
}

/** The same of the orders that a member's call names, before its handler runs, so that none has to think of it. */
export async function refuseClosedOrders(
  { actor, db }: Call<Actor>,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<void> {
  const orderIds = namedOrders(input.params, input.query, input.body)
  if (actor.kind === 'member' && orderIds.length > 0) await requireOpenOrders(db, actor, orderIds)
}
