import type { Updateable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const lockOrder = (tx: Tx, orderId: number) =>
  tx.selectFrom('orders').selectAll().where('order_id', '=', orderId).forNoKeyUpdate().executeTakeFirst()

export const updateOrder = (tx: Tx, orderId: number, changes: Updateable<Tables['orders']>) =>
  tx.updateTable('orders').set(changes).where('order_id', '=', orderId).execute()
