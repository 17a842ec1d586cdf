import { sql } from 'kysely'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'

const uploaded = 'document uploaded' satisfies EventAction

/** The uploads among these events, with the stored name of their files. */
export const selectUploads = (tx: Tx, eventIds: readonly number[]) =>
  tx
    .selectFrom('order_events')
    .select(['id', 'order_id', sql<string | null>`details ->> 'file1'`.as('file1')])
    .where('id', 'in', [...eventIds])
    .where('action', '=', uploaded)
    .orderBy('id')
    .execute()

/** The documents that this one replaced are valid again, but for one whose traveller has got another meanwhile; answers them. */
export const restoreReplacedDocuments = (tx: Tx, orderId: number, file1: string) =>
  tx
    .updateTable('documents')
    .set({
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_reason: null,
      sealed_withdrawn_reason: null,
      replaced_by: null,
    })
    .where('order_id', '=', orderId)
    .where('replaced_by', '=', (replacing) =>
      replacing.selectFrom('documents').select('id').where('file1', '=', file1),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents as newer')
            .select('newer.id')
            .whereRef('newer.order_id', '=', 'documents.order_id')
            .whereRef('newer.traveller', '=', 'documents.traveller')
            .where('newer.withdrawn_at', 'is', null),
        ),
      ),
    )
    .returning(['file1', 'name', 'sealed_name'])
    .execute()
