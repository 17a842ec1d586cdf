import type { QueryCreator } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow, Tables } from '#server/platform/db/tables.ts'

type LaterColumns =
  | 'assigned_at'
  | 'filed_at'
  | 'dispute_due_on'
  | 'dispute_reason_code'
  | 'dispute_outcome'
  | 'dispute_due_at'
  | 'dispute_settled_as'
  | 'state_event_id'
  | 'restricted_at'
  | 'details_erased_at'
  | 'erased_at'

export type NewOrderRow = Omit<OrderRow, LaterColumns>

export const insertOrderRows = (tx: Tx, rows: NewOrderRow[]) => tx.insertInto('orders').values(rows).execute()

/** `creator` may carry further expressions of the same statement. */
export const selectOrder = (creator: QueryCreator<Tables>, orderId: number) =>
  creator
    .selectFrom('orders as o')
    .leftJoin('members as a', 'a.id', 'o.assignee_id')
    .leftJoin('members as p', 'p.id', 'o.processed_by')
    .selectAll('o')
    .select(['a.name as assignee_name', 'p.name as processed_by_name'])
    .where('o.order_id', '=', orderId)
    .executeTakeFirst()

export const selectOrderId = (tx: Tx, orderId: number) =>
  tx.selectFrom('orders').select('order_id').where('order_id', '=', orderId).executeTakeFirst()
