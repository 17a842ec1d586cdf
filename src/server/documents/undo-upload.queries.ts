import { sql } from 'kysely'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { NamedDocument } from './documents.queries.ts'

const uploaded = 'document uploaded' satisfies EventAction

/** The uploads among these events, with the stored name of their files. */
export const selectUploads = (tx: Tx, eventIds: readonly number[]) =>
  tx
    .selectFrom('order_events')
    .select(['id', 'order_id', sql<string | null>`details ->> 'file1'`.as('file1')])
    .where(sql<boolean>`id = any(${[...eventIds]}::bigint[])`)
    .where('action', '=', uploaded)
    .orderBy('id')
    .execute()

/**
 * The documents that this one replaced are valid again, but for one of travellers who have got a newer one meanwhile; answers
 * them. One of the whole order is of every traveller.
 */
export async function restoreReplacedDocuments(
  tx: Tx,
  orderId: number,
  file1: string,
): Promise<NamedDocument[]> {
  const { rows } = await sql<NamedDocument>`
    update documents d
    set withdrawn_at = null, withdrawn_by = null, sealed_withdrawn_reason = null, replaced_by = null
    from documents taken_back
    where taken_back.file1 = ${file1} and d.order_id = ${orderId} and d.replaced_by = taken_back.id
      and not exists (
        select from documents newer
        where newer.order_id = d.order_id and newer.withdrawn_at is null and newer.id > taken_back.id
          and (newer.traveller is null or d.traveller is null or newer.traveller = d.traveller))
    returning d.file1, d.sealed_name
  `.execute(tx)
  return rows
}
