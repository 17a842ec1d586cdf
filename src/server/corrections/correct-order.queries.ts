import type { Updateable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const updateOrder = (tx: Tx, orderId: number, changes: Updateable<Tables['orders']>) =>
  tx.updateTable('orders').set(changes).where('order_id', '=', orderId).execute()
