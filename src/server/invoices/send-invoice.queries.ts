import { sql, type Selectable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type InvoiceRow = Selectable<Tables['invoice_numbers']>

export const selectInvoice = (tx: Tx, orderId: number): Promise<InvoiceRow | undefined> =>
  tx.selectFrom('invoice_numbers').selectAll().where('order_id', '=', orderId).executeTakeFirst()

interface NewInvoice {
  year: number
  orderId: number
  issuedAt: Date
  sealedFacts: Buffer
}

/** Gives the order the number after the year's last. */
export const insertInvoice = (
  tx: Tx,
  { year, orderId, issuedAt, sealedFacts }: NewInvoice,
): Promise<InvoiceRow> =>
  tx
    .insertInto('invoice_numbers')
    .values(({ selectFrom, fn }) => ({
      year,
      number: selectFrom('invoice_numbers')
        .select(sql<number>`${fn.coalesce(fn.max('number'), sql.lit(0))} + 1`.as('next'))
        .where('year', '=', year),
      order_id: orderId,
      issued_at: issuedAt,
      sealed_facts: sealedFacts,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
