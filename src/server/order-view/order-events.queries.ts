import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

const assigneeName = (state: 'before' | 'after') =>
  sql<
    string | null
  >`(select name from members where id = (${sql.ref(`e.${state}`)} ->> 'assignee_id')::bigint)`

/** All events of an order, newest first, with the names that their states mean. */
export const selectEvents = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_events as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.id', 'e.at', 'e.action', 'e.before', 'e.after', 'e.member_id'])
    .select(['e.details', 'e.sealed_details', 'e.sealed'])
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('by'))
    .select([assigneeName('before').as('assignee_before'), assigneeName('after').as('assignee_after')])
    .where('e.order_id', '=', orderId)
    .orderBy('e.id', 'desc')
    .execute()
