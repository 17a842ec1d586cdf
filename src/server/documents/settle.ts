import * as contract from '#contract/documents.ts'
import { recordEvent } from '#server/orders/events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { refuse } from '#server/platform/refusal.ts'
import { documentName } from './documents.ts'

export const settleCalls = implement(contract, {
  /** 404 for a document that is withdrawn, or that this server saw itself. */
  settleDocument: write(async (work, { body: { orderId, file1, settled } }) => {
    const by = settled
      ? { checked_at: work.now, checked_by: work.actor.id }
      : { checked_at: null, checked_by: null }
    const document = await setChecked(work.tx, { orderId, file1 }, by)
    if (!document) return refuse('notFound', `Order ${orderId} has no such document to check.`)
    const details = { name: documentName(work.seal, document) }
    await recordEvent(work, {
      orderId,
      action: settled ? 'document checked' : 'document check taken back',
      details,
    })
    return {
      message: settled ? 'The document is marked as checked.' : 'The document is to be checked again.',
    }
  }),
})

const setChecked = (
  tx: Tx,
  { orderId, file1 }: { orderId: number; file1: string },
  by: { checked_at: Date | null; checked_by: number | null },
) =>
  tx
    .updateTable('documents')
    .set(by)
    .where('order_id', '=', orderId)
    .where('file1', '=', file1)
    .where('unchecked', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .returning(['file1', 'sealed_name'])
    .executeTakeFirst()
