import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const selectDownloads = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('downloads')
    .select(['order_id', 'at', 'ip', 'timezone', 'browser', 'os', 'repeats'])
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

interface RecentDownload {
  /** The document's order, by which rows are found. */
  orderId: number
  documentId: number
  ip: string
  since: Date
}

const selectNewestRecent = (tx: Tx, { orderId, documentId, ip, since }: RecentDownload, claimed: boolean) =>
  tx
    .selectFrom('downloads')
    .select('id')
    .where('order_id', '=', orderId)
    .where('document_id', '=', documentId)
    .where('ip', '=', ip)
    .where('claimed', '=', claimed)
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)

/** Locked, so that downloads of one document are counted one after the other. */
export const lockDocument = (tx: Tx, documentId: number) =>
  tx.selectFrom('documents').select('id').where('id', '=', documentId).forNoKeyUpdate().execute()

/** The newest downloads of a document since then, at most `limit`. */
export const selectDownloadsSince = (
  tx: Tx,
  { orderId, documentId, since }: Omit<RecentDownload, 'ip'>,
  limit: number,
) =>
  tx
    .selectFrom('downloads')
    .select('id')
    .where('order_id', '=', orderId)
    .where('document_id', '=', documentId)
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const countRepeat = (tx: Tx, id: number) =>
  tx
    .updateTable('downloads')
    .set((download) => ({ repeats: download('repeats', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Claims the last announced download that no GET has claimed; of two concurrent GETs, each claims another. */
export const claimDownload = (tx: Tx, recent: RecentDownload) =>
  tx
    .updateTable('downloads')
    .set({ claimed: true })
    .where('id', '=', selectNewestRecent(tx, recent, false).forUpdate().skipLocked())
    .returning('id')
    .executeTakeFirst()

/** The download that a range request for the rest of the file continues. */
export const selectLastDownload = (tx: Tx, recent: RecentDownload) =>
  selectNewestRecent(tx, recent, true).executeTakeFirst()

/**
 * Adds the bytes that one answer sent. The download is complete once an answer reached the end and all bytes of the
 * file add up.
 */
export const addSentBytes = (
  tx: Tx,
  id: number,
  sent: { bytes: number; reachedEnd: boolean; size: number },
) =>
  tx
    .updateTable('downloads')
    .set({
      bytes_sent: sql<number>`coalesce(bytes_sent, 0) + ${sent.bytes}`,
      completed: sql<boolean>`completed or
        (${sent.reachedEnd} and coalesce(bytes_sent, 0) + ${sent.bytes} >= ${sent.size})`,
    })
    .where('id', '=', id)
    .execute()
