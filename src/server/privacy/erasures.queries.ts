import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

interface NewErasure {
  request_id: string
  order_id: number
  part: 'all' | 'disputed'
  asked_at: Date
  asked_by: number
}

/** An order whose dispute kept a part can be queued again. */
export const insertErasures = (tx: Tx, erasures: readonly NewErasure[]) =>
  tx
    .insertInto('erasures')
    .values(erasures.map((erasure) => ({ ...erasure, done_at: null })))
    .onConflict((same) =>
      same.columns(['request_id', 'order_id']).doUpdateSet({
        part: (row) => row.ref('excluded.part'),
        asked_at: (row) => row.ref('excluded.asked_at'),
        asked_by: (row) => row.ref('excluded.asked_by'),
        done_at: null,
      }),
    )
    .execute()

export const claimErasure = (tx: Tx, postponed: readonly number[]) =>
  tx
    .selectFrom('erasures')
    .select(['request_id', 'order_id', 'part', 'asked_by'])
    .where('done_at', 'is', null)
    .where(sql<boolean>`order_id <> all(${[...postponed]}::bigint[])`)
    .orderBy('asked_at')
    .orderBy('order_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Stores the erased part: less than requested if a dispute holds the rest. */
export const markErased = (
  tx: Tx,
  {
    requestId,
    orderId,
    part,
    now,
  }: { requestId: string; orderId: number; part: NewErasure['part']; now: Date },
) =>
  tx
    .updateTable('erasures')
    .set({ done_at: now, part })
    .where('request_id', '=', requestId)
    .where('order_id', '=', orderId)
    .execute()

export const selectErasedFiles = (tx: Tx, limit: number) =>
  tx.selectFrom('erased_files').select(['id', 'place', 'name']).orderBy('id').limit(limit).execute()

/** A file of a mail to several orders is stored once. */
export async function isFileNamed(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select 1 from message_files where stored_as = ${name})
      or exists (select 1 from documents where stored_as = ${name} or preview_file = ${name})
      or exists (select 1 from proposals where stored_as = ${name} or preview_file = ${name}) as named
  `.execute(tx)
  return rows[0]?.named ?? false
}

export const deleteErasedFile = (tx: Tx, id: number) =>
  tx.deleteFrom('erased_files').where('id', '=', id).execute()
