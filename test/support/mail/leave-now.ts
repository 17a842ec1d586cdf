import type { Db } from '#server/platform/db/database.ts'

/** The queued mails of an order leave now, not after the seconds in which they could be undone. */
export const letMailsLeave = (db: Db, orderId: number) =>
  db
    .updateTable('mails')
    .set({ not_before: new Date(0) })
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .execute()
