import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** In Refunds and not refunded yet, so that of two concurrent refunds one succeeds. */
export const canBeRefunded: RawBuilder<boolean> = sql`process_status = 'Refunds' and refund_date is null`

/** Why the mail about a refund may not leave; see `MailDefinition`. */
export const refundObstacle: RawBuilder<string | null> =
  sql`case when o.refund_date is null then 'The refund was taken back.' end`

interface RefundRow {
  order_id: number
  at: Date
  /** Null for a refund by the gateway. */
  member_id: number | null
  amount: string | null
  currency: string | null
  sealed_reference: Buffer | null
}

/** One refund per order: an undone one is overwritten. */
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
        sealed_reference: eb.ref('excluded.sealed_reference'),
      })),
    )
    .execute()

/** Orders with the refund that their customers were last told, by a sent or queued mail. */
export const selectOrdersToNotify = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('orders as o')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('mails')
          .selectAll()
          .whereRef('mails.order_id', '=', 'o.order_id')
          .where('kind', '=', 'refund')
          .where('state', 'not in', ['cancelled', 'failed'])
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .select([
      'o.order_id',
      'o.full_name',
      'o.email',
      'o.landing_domain',
      'o.language',
      'o.amount',
      'o.currency',
      'm.id as mail_id',
      'm.sealed_props',
    ])
    .where('o.order_id', 'in', [...orderIds])
    .orderBy('o.order_id')
    .execute()

export const selectCurrencies = async (
  tx: Tx,
  orderIds: readonly number[],
): Promise<Map<number, string | null>> => {
  const rows = await tx
    .selectFrom('orders')
    .select(['order_id', 'currency'])
    .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.order_id, row.currency]))
}
