import type { Tx } from '#server/platform/db/database.ts'

/** Who saw these orders, or did something with their data, oldest first. */
export const selectAuditOfOrders = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('audit_events')
    .select(['at', 'actor', 'role', 'action', 'order_id'])
    .where('order_id', 'in', [...orderIds, 0])
    .orderBy('id')
    .execute()

/** The mails of an order with what they say, oldest first. */
export const selectMailContents = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('mails')
    .select(['id', 'kind', 'sealed_subject', 'sealed_props', 'recipient', 'state'])
    .select(['created_at', 'sent_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The documents of an order, withdrawn ones too, with the hashes by which their files are known. */
export const selectDocumentHashes = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('documents')
    .select(['file1', 'sealed_name', 'size', 'sha256', 'created_at', 'withdrawn_at', 'traveller'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

export const selectInvoice = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('invoice_numbers')
    .select(['year', 'number', 'issued_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
