import { sql, type Selectable } from 'kysely'
import type { RequestStep } from '#contract/rules/privacy.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { disputedOrders, holdsErasure } from '#server/orders/order-dispute.ts'
import { hasAddress } from '#server/visitor/order-link.ts'

export type RequestRow = Selectable<Tables['privacy_requests']>

export const insertRequest = (tx: Tx, request: Omit<RequestRow, 'closed_at' | 'closed_by' | 'mail_id'>) =>
  tx
    .insertInto('privacy_requests')
    .values({ ...request, closed_at: null, closed_by: null, mail_id: null })
    .execute()

/** Every order with this e-mail as its own or its traveller's, including deleted ones. */
export async function selectOrderIdsByEmail(tx: Tx, email: string): Promise<number[]> {
  if (email.trim() === '') return []
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where(hasAddress('email', email))
    .union(tx.selectFrom('orders').select('order_id').where(hasAddress('traveller_email', email)))
    .orderBy('order_id')
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** An open dispute: what proves who travelled and paid must stay until it ends. */
const isDisputed = sql<boolean>`order_id in (${disputedOrders})`

/** The last due day in EST of its open disputes that have no answer yet; null without one. */
const disputedUntil = sql<string | null>`(
  select max(d.due_at at time zone 'UTC' - interval '5 hours')::date from disputes d
  where d.order_id = orders.order_id and d.settled_at is null and ${holdsErasure})`

export const selectOrders = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'process_status', 'travel_date', 'email'])
    .select([isDisputed.as('is_disputed'), disputedUntil.as('disputed_until')])
    .select(['traveller_email'])
    .select(['full_name', 'landing_domain', 'language', 'restricted_at', 'erased_at', 'sealed'])
    .where('order_id', 'in', [...orderIds, 0])
    .orderBy('order_id')
    .execute()
export type OrderOfRequest = Awaited<ReturnType<typeof selectOrders>>[number]

/** A dispute kept a part, and has ended. */
const comesUpAgain = sql<boolean>`exists (
  select 1 from erasures e join orders o using (order_id)
  where e.request_id = r.id and e.part = 'disputed' and e.done_at is not null and o.erased_at is null
    and o.order_id not in (${disputedOrders}))`

const requests = (tx: Tx) =>
  tx.selectFrom('privacy_requests as r').selectAll('r').select(comesUpAgain.as('comes_up_again'))

/** The open requests, oldest first, and closed ones whose dispute has ended. */
export const selectOpenRequests = (tx: Tx) =>
  requests(tx)
    .where(({ or, eb }) => or([eb('r.closed_at', 'is', null), comesUpAgain]))
    .orderBy('r.asked_at')
    .execute()

export const selectClosedRequests = (tx: Tx, limit: number) =>
  requests(tx)
    .where('r.closed_at', 'is not', null)
    .where(({ not }) => not(comesUpAgain))
    .orderBy('r.closed_at', 'desc')
    .limit(limit)
    .execute()

export const selectRequest = (tx: Tx, id: string) =>
  requests(tx)
    .leftJoin('members as m', 'm.id', 'r.closed_by')
    .select('m.name as closed_by_name')
    .where('r.id', '=', id)
    .executeTakeFirst()

export const lockRequest = (tx: Tx, id: string) =>
  tx.selectFrom('privacy_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateOrderIds = (tx: Tx, id: string, orderIds: number[]) =>
  tx.updateTable('privacy_requests').set({ order_ids: orderIds }).where('id', '=', id).execute()

export const selectSteps = (tx: Tx, requestId: string) =>
  tx
    .selectFrom('privacy_steps as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.step', 's.at', 'm.name as by'])
    .where('s.request_id', '=', requestId)
    .orderBy('s.at')
    .orderBy('s.step')
    .execute()

/** A repeat does not replace the member who did it first. */
export const insertStep = (
  tx: Tx,
  step: { request_id: string; step: RequestStep; at: Date; member_id: number },
) =>
  tx
    .insertInto('privacy_steps')
    .values(step)
    .onConflict((same) => same.columns(['request_id', 'step']).doNothing())
    .execute()

export const deleteStep = (tx: Tx, requestId: string, step: RequestStep) =>
  tx.deleteFrom('privacy_steps').where('request_id', '=', requestId).where('step', '=', step).execute()

/** Returns the orders that changed; erased orders have nothing to restrict. */
export async function updateRestriction(
  tx: Tx,
  orderIds: readonly number[],
  restrictedAt: Date | null,
): Promise<number[]> {
  const rows = await tx
    .updateTable('orders')
    .set({ restricted_at: restrictedAt })
    .where('order_id', 'in', [...orderIds, 0])
    .where('erased_at', 'is', null)
    .where('restricted_at', restrictedAt ? 'is' : 'is not', null)
    .returning('order_id')
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** False if a concurrent call closed it. */
export async function updateClosed(
  tx: Tx,
  id: string,
  closed: { closed_at: Date; closed_by: number; mail_id: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('privacy_requests')
    .set(closed)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Orders that the job has still to erase. */
export async function countOpenErasures(tx: Tx, requestId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('erasures')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('request_id', '=', requestId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
