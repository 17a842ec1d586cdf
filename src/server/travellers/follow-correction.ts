import { sql } from 'kysely'
import { correctedIndexes } from '#contract/rules/travellers.ts'
import type { CustomerData } from '#server/orders/customer-data.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import type { Tx } from '#server/platform/db/database.ts'

type Family = CustomerData['familyMember']

/** 409 if the correction would remove a traveller who has a document. */
export async function followCorrection(
  { tx }: Pick<Work<Actor>, 'tx'>,
  orderId: number,
  { before, after }: { before: Family; after: Family },
): Promise<void> {
  const indexes = [...correctedIndexes(before, after)]
  const left = indexes.flatMap(([from, to]) => (to === null ? [from] : []))
  const moved = indexes.flatMap(([from, to]) => (to === null || to === from ? [] : [{ from, to }]))
  if (left.length > 0) {
    if (await hasDocumentOf(tx, orderId, left))
      return refuse('conflict', 'A traveller who would leave the order has a document. Withdraw it first.')
    await detachDocuments(tx, orderId, left)
  }
  if (moved.length > 0) await moveDocuments(tx, orderId, moved)
}

async function hasDocumentOf(tx: Tx, orderId: number, places: readonly number[]): Promise<boolean> {
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

/** Detaches withdrawn documents of removed travellers, so that no undo brings them back. */
const detachDocuments = (tx: Tx, orderId: number, places: readonly number[]) =>
  tx
    .updateTable('documents')
    .set({ traveller: null, replaced_by: null })
    .where('order_id', '=', orderId)
    .where('traveller', 'in', [...places])
    .where('withdrawn_at', 'is not', null)
    .execute()

/** Moves all documents in one statement, so that two travellers may swap places. */
async function moveDocuments(
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
