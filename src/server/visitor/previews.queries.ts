import { sql } from 'kysely'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** A document with a preview that is not withdrawn. */
const documentWithPreview = (tx: Tx, orderId: number, file1: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'order_id', 'file1', 'sealed_name', 'preview_file', 'preview_key', 'visible_from'])
    .where('order_id', '=', orderId)
    .where('file1', '=', file1)
    .where('withdrawn_at', 'is', null)
    .where('preview_file', 'is not', null)
    .$narrowType<{ preview_file: string; preview_key: Buffer }>()

export const selectDocumentWithPreview = (tx: Tx, orderId: number, file1: string) =>
  documentWithPreview(tx, orderId, file1).executeTakeFirst()

/** The same, locked, so that of concurrent first views one is recorded. */
export const lockDocumentWithPreview = (tx: Tx, orderId: number, file1: string) =>
  documentWithPreview(tx, orderId, file1).forNoKeyUpdate().executeTakeFirst()

export const hasEventSince = async (
  tx: Tx,
  { orderId, action, file1, since }: { orderId: number; action: EventAction; file1: string; since: Date },
): Promise<boolean> => {
  const found = await tx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('action', '=', action)
    .where(sql`details ->> 'file1'`, '=', file1)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
