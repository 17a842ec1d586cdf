import { displayDate, estDate } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, MemberActor } from '#server/platform/work.ts'
import type { Skip } from './bulk-result.ts'
import { selectClosedOrders } from './order-access.queries.ts'

interface Closed {
  order_id: number
  erased_at: Date | null
  restricted_at: Date | null
}

const seesRestricted = ({ role }: Pick<MemberActor, 'role'>) => can(role, 'seeRestrictedOrders')

const restrictedReason = 'is restricted, as its customer asked: only an Admin can see it and work on it'

/** 403 for an order that is restricted to Admins (UU 27/2022). */
export function requireOrderAccess(
  member: Pick<MemberActor, 'role'>,
  { order_id: orderId, restricted_at: restrictedAt }: Closed,
): void {
  if (restrictedAt && !seesRestricted(member)) refuse('forbidden', `Order ${orderId} ${restrictedReason}.`)
}

/** Why this member may not work on some of these orders: their data are erased, or they are restricted to Admins. */
export async function explainClosedOrders(
  db: Db,
  member: Pick<MemberActor, 'role'>,
  orderIds: readonly number[],
): Promise<Skip[]> {
  const closed = await selectClosedOrders(db, orderIds)
  return closed.flatMap(({ order_id: orderId, erased_at: erasedAt }): Skip[] => {
    if (erasedAt)
      return [{ orderId, kind: 'conflict', reason: `was erased on ${displayDate(estDate(erasedAt))}` }]
    return seesRestricted(member) ? [] : [{ orderId, kind: 'forbidden', reason: restrictedReason }]
  })
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
  const [first] = await explainClosedOrders(db, member, orderIds)
  if (first) refuse(first.kind, `Order ${first.orderId} ${first.reason}.`)
}

/** The same of the orders that a member's call names, before its handler runs, so that none has to think of it. */
export async function refuseClosedOrders(
  { actor, db }: Call<Actor>,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<void> {
  const orderIds = namedOrders(input.params, input.query, input.body)
  if (actor.kind === 'member' && orderIds.length > 0) await requireOpenOrders(db, actor, orderIds)
}
