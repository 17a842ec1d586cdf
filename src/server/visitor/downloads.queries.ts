import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const selectDownloads = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('downloads')
    .select(['order_id', 'at', 'ip', 'timezone', 'browser', 'os', 'bytes_sent', 'completed', 'repeats'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()

/** A document that was not withdrawn. */
export const selectAvailableDocument = (tx: Tx, orderId: number, file1: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'order_id', 'file1', 'stored_as', 'file_key', 'sealed_name'])
    .select(['content_type', 'size', 'sha256', 'visible_from'])
    .where('order_id', '=', orderId)
    .where('file1', '=', file1)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

export const insertDownload = (tx: Tx, download: Insertable<Tables['downloads']>) =>
  tx.insertInto('downloads').values(download).returning('id').executeTakeFirstOrThrow()

/** Locked, so that downloads of one document are counted one after the other. */
export const lockDocument = (tx: Tx, documentId: number) =>
  tx.selectFrom('documents').select('id').where('id', '=', documentId).forNoKeyUpdate().execute()

interface DocumentOfOrder {
  /** The document's order, by which rows are found. */
  orderId: number
  documentId: number
}

/** The newest download of the document in this visit. */
export const selectDownloadOfVisit = (tx: Tx, { orderId, documentId }: DocumentOfOrder, visit: Buffer) =>
  tx
    .selectFrom('downloads')
    .select(['id', 'completed'])
    .where('order_id', '=', orderId)
    .where('document_id', '=', documentId)
    .where('visit', '=', visit)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The download gets time and client of the request that brings its bytes. */
export const updateDownload = (tx: Tx, id: number, request: Updateable<Tables['downloads']>) =>
  tx.updateTable('downloads').set(request).where('id', '=', id).execute()

/** The newest downloads of a document since then, whole ones first, at most `limit`. */
export const selectDownloadsSince = (
  tx: Tx,
  { orderId, documentId, since }: DocumentOfOrder & { since: Date },
  limit: number,
) =>
  tx
    .selectFrom('downloads')
    .select('id')
    .where('order_id', '=', orderId)
    .where('document_id', '=', documentId)
    .where('at', '>', since)
    .orderBy('completed', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const countRepeat = (tx: Tx, id: number) =>
  tx
    .updateTable('downloads')
    .set((download) => ({ repeats: download('repeats', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The bytes of a file that one answer sent, from `start` on. */
export interface SentRange {
  start: number
  bytes: number
  /** Of the whole file. */
  size: number
}

/** Adds the bytes that one answer sent; true if they made the download whole. A whole one stays as it is. */
export async function addSentBytes(tx: Tx, id: number, { start, bytes, size }: SentRange): Promise<boolean> {
  const all = sql<string>`sent + int8multirange(int8range(${start}::int8, ${start + bytes}::int8))`
  const updated = await tx
    .updateTable('downloads')
    .set({
      sent: all,
      bytes_sent: sql<number>`(select coalesce(sum(upper(part) - lower(part)), 0) from unnest(${all}) part)`,
      completed: sql<boolean>`${all} @> int8range(0, ${size}::int8)`,
    })
    .where('id', '=', id)
    .where('completed', '=', false)
    .returning('completed')
    .executeTakeFirst()
  return updated?.completed ?? false
}
