import type { Tx } from '#server/platform/db/database.ts'

/** A document by its name, also a withdrawn one; an erased order has none. */
export const selectDocument = (tx: Tx, orderId: number, file1: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'order_id', 'file1', 'sealed_name'])
    .where('order_id', '=', orderId)
    .where('file1', '=', file1)
    .executeTakeFirst()

/** A kept download that was already written. */
export const selectDownloadAt = (
  tx: Tx,
  { orderId, documentId, ip, at }: { orderId: number; documentId: number; ip: string; at: Date },
) =>
  tx
    .selectFrom('downloads')
    .select('id')
    .where('order_id', '=', orderId)
    .where('document_id', '=', documentId)
    .where('ip', '=', ip)
    .where('at', '=', at)
    .limit(1)
    .executeTakeFirst()
