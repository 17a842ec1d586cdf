import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** In Refunds and not refunded yet, so that of two who refund it one does. */
export const canBeRefunded: RawBuilder<boolean> = sql`process_status = 'Refunds' and refund_date is null`

export interface RefundRow {
  order_id: number
  at: Date
  member_id: number
  amount: string | null
  currency: string | null
  sealed_reference: Buffer | null
}

/** One refund per order: one that was undone is overwritten. */
export const upsertRefunds = (tx: Tx, rows: RefundRow[]) =>
  tx
    .insertInto('refunds')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        member_id: eb.ref('excluded.member_id'),
        amount: eb.ref('excluded.amount'),
        currency: eb.ref('excluded.currency'),
        reference: null,
        sealed_reference: eb.ref('excluded.sealed_reference'),
      })),
    )
    .execute()

/** Orders without a refund mail that was sent or is queued. */
export const selectOrdersToNotify = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('orders as o')
    .select([
      'o.order_id',
      'o.full_name',
      'o.email',
      'o.landing_domain',
      'o.language',
      'o.amount',
      'o.currency',
    ])
    .where('o.order_id', 'in', [...orderIds])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails')
            .select('id')
            .whereRef('mails.order_id', '=', 'o.order_id')
            .where('kind', '=', 'refund')
            .where('state', 'not in', ['cancelled', 'failed']),
        ),
      ),
    )
    .orderBy('o.order_id')
    .execute()
