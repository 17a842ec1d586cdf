import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '#server/platform/db/database.ts'

/** What goes after its time: the details of a declaration, or everything. */
export type RetainedPart = 'all' | 'details'

const disputed = sql<boolean>`(process_status = 'ChargeBack' and dispute_outcome is null)`

/** Orders whose travel was before a day; where none is known, that were made before it. */
const isPast = (before: string): RawBuilder<boolean> =>
  sql`coalesce(travel_date, (created_at at time zone 'Asia/Jakarta')::date) < ${before}::date`

const isKept = (part: RetainedPart): RawBuilder<boolean> =>
  part === 'all' ? sql`erased_at is null` : sql`details_erased_at is null`

/** Neither an open dispute holds it, nor its customer's wish that nothing be done with it. */
const isFree = sql<boolean>`(not ${disputed} and restricted_at is null)`

/** The next orders of which a part is due, by their ids. */
export async function selectDueOrders(
  tx: Tx,
  part: RetainedPart,
  { before, after, limit }: { before: string; after: number; limit: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '>', after)
    .where(isPast(before))
    .where(isKept(part))
    .where(isFree)
    .orderBy('order_id')
    .limit(limit)
    .execute()
  return rows.map(({ order_id: orderId }) => orderId)
}

export interface DueCounts {
  details: number
  everything: number
  disputed: number
}

/** How many orders are due, and how many of them a dispute holds. */
export async function countDueOrders(
  tx: Tx,
  { details, everything }: { details: string; everything: string },
): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`
    select
      count(*) filter (where ${isFree} and details_erased_at is null and not ${isPast(everything)}) as details,
      count(*) filter (where ${isFree} and ${isPast(everything)}) as everything,
      count(*) filter (where ${disputed}) as disputed
    from orders
    where erased_at is null and ${isPast(details)}
  `.execute(tx)
  return rows[0] ?? { details: 0, everything: 0, disputed: 0 }
}

const retentionKey = 'retention'

/** With which settings retention was turned on, when and by whom. */
const confirmation = z.object({
  detailsDays: z.number(),
  evidenceDays: z.number(),
  at: z.string(),
  by: z.string(),
})
export type Confirmation = z.infer<typeof confirmation>

export async function selectConfirmation(tx: Tx): Promise<Confirmation | null> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', retentionKey)
    .executeTakeFirst()
  return row ? z.parse(confirmation, row.value) : null
}

export const saveConfirmation = (tx: Tx, content: Confirmation) =>
  tx
    .insertInto('settings')
    .values({ key: retentionKey, value: JSON.stringify(content) })
    .onConflict((same) => same.column('key').doUpdateSet({ value: JSON.stringify(content) }))
    .execute()

export const deleteConfirmation = (tx: Tx) =>
  tx.deleteFrom('settings').where('key', '=', retentionKey).execute()
