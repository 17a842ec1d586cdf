import type { Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** Whether the order was opened from this IP address before: expired sessions are kept to tell. */
export async function isKnownAddress(tx: Tx, orderId: number, ip: string): Promise<boolean> {
  const found = await tx
    .selectFrom('visitor_sessions')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('ip', '=', ip)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const selectOrderEmails = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('orders')
    .select(['email', 'traveller_email', 'process_status'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

/** Deletes expired sessions of the same order and address, so that their number stays small. */
export const insertVisit = (tx: Tx, visit: Insertable<Tables['visitor_sessions']>) =>
  tx
    .with('expired', (creator) =>
      creator
        .deleteFrom('visitor_sessions')
        .where('order_id', '=', visit.order_id)
        .where('ip', '=', visit.ip)
        .where('expires_at', '<=', visit.created_at),
    )
    .insertInto('visitor_sessions')
    .values(visit)
    .execute()
