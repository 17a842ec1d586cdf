import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** Whether one of these travellers has a document that is not withdrawn. */
export async function hasDocumentOf(tx: Tx, orderId: number, places: readonly number[]): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('traveller', 'in', [...places])
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Withdrawn documents of travellers who left the order: no undo brings them back. */
export const detachDocuments = (tx: Tx, orderId: number, places: readonly number[]) =>
  tx
    .updateTable('documents')
    .set({ traveller: null, replaced_by: null })
    .where('order_id', '=', orderId)
    .where('traveller', 'in', [...places])
    .where('withdrawn_at', 'is not', null)
    .execute()

/** Documents go with their travellers, all at once, so that two may change places. */
export async function moveDocuments(
  tx: Tx,
  orderId: number,
  places: readonly { from: number; to: number }[],
): Promise<void> {
  await sql`
    update documents d set traveller = moved.place_after
    from unnest(${places.map(({ from }) => from)}::smallint[], ${places.map(({ to }) => to)}::smallint[])
      moved (place_before, place_after)
    where d.order_id = ${orderId} and d.traveller = moved.place_before
  `.execute(tx)
}
