import type { Tx } from '#server/platform/db/database.ts'

export const updateTransaction = (
  tx: Tx,
  orderId: number,
  transactionId: string,
  merchantName: string,
  searchText: string,
) =>
  tx
    .updateTable('orders')
    .set({ transaction_id: transactionId, merchant_name: merchantName, search_text: searchText })
    .where('order_id', '=', orderId)
    .execute()
