import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** Those that an order was compared with, locked. */
export const lockProposalsOf = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('proposals')
    .selectAll()
    .where(sql<boolean>`order_ids @> array[${orderId}]::bigint[]`)
    .where('read_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export const setContent = (tx: Tx, id: number, sealed: Buffer) =>
  tx.updateTable('proposals').set({ sealed }).where('id', '=', id).execute()
