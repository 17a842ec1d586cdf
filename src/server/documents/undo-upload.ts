import { sql } from 'kysely'
import { recordEvent } from '#server/orders/events.ts'
import type { Reverted } from '#server/orders/undo.ts'
import type { Work } from '#server/platform/work.ts'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { documentName } from './documents.ts'
import { withdrawDocument, type NamedDocument } from './documents.queries.ts'

const reason = 'Undone.'

/**
 * Undoes the uploads among these events of locked orders: withdraws the document and restores what it replaced
 * (product §12). Skips documents that were withdrawn meanwhile.
 */
export async function undoUploads(work: Work, eventIds: readonly number[]): Promise<Reverted> {
  const reverted: Reverted = { updated: [], skipped: [] }
  for (const { order_id: orderId, file1 } of await selectUploads(work.tx, eventIds)) {
    const withdrawn =
      file1 !== null &&
      (await withdrawDocument(work.tx, orderId, file1, {
        at: work.now,
        memberId: work.actor.id,
        sealedReason: work.seal.seal('documents.sealed_withdrawn_reason', file1, reason),
        replacedBy: null,
      }))
    if (!withdrawn) {
      reverted.skipped.push({ orderId, reason: 'was changed in the meantime' })
      continue
    }
    const name = documentName(work.seal, withdrawn)
    await recordEvent(work, { orderId, action: 'document withdrawn', details: { name, reason } })
    for (const restored of await restoreReplacedDocuments(work.tx, orderId, file1))
      await recordEvent(work, {
        orderId,
        action: 'document restored',
        details: { name: documentName(work.seal, restored) },
      })
    reverted.updated.push(orderId)
  }
  return reverted
}

const uploaded = 'document uploaded' satisfies EventAction

const selectUploads = (tx: Tx, eventIds: readonly number[]) =>
  tx
    .selectFrom('order_events')
    .select(['id', 'order_id', sql<string | null>`details ->> 'file1'`.as('file1')])
    .where(sql<boolean>`id = any(${[...eventIds]}::bigint[])`)
    .where('action', '=', uploaded)
    .orderBy('id')
    .execute()

/**
 * Restores the documents that this one replaced, unless their traveller has a newer one. A document of the whole
 * order counts for every traveller.
 */
async function restoreReplacedDocuments(tx: Tx, orderId: number, file1: string): Promise<NamedDocument[]> {
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
