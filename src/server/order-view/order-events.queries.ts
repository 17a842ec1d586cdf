import type { Tx } from '#server/platform/db/database.ts'

/** All events of an order, newest first, with the names that their states mean. */
export const selectEvents = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_events as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.id', 'e.at', 'e.action', 'e.before', 'e.after', 'e.member_id'])
    .select(['e.details', 'e.sealed_details', 'e.sealed'])
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('by'))
    .where('e.order_id', '=', orderId)
    .orderBy('e.id', 'desc')
    .execute()

export const selectMemberNames = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('id', 'in', [...ids, 0])
    .execute()
