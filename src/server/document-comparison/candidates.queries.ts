import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'

export type CandidateRow = Pick<
  OrderRow,
  | 'order_id'
  | 'full_name'
  | 'process_status'
  | 'prefix'
  | 'travel_date'
  | 'window_opens_on'
  | 'due_at'
  | 'processing_date'
  | 'restricted_at'
  | 'sealed'
> & { documents: number }

export interface Criteria {
  ids: readonly number[]
  passportHashes: readonly Buffer[]
  /** Keys of names in Latin letters: their words in alphabetical order. */
  nameKeys: readonly string[]
}

/** Per kind: a number that stands in many documents finds the newest orders. */
const maxOrders = 20

const columns = sql`order_id, full_name, process_status, prefix, travel_date, window_opens_on, due_at, processing_date, restricted_at, sealed,
  (select count(*) from documents d where d.order_id = o.order_id and d.withdrawn_at is null) as documents`

/**
 * The orders that have one of these ids, or whose traveller has one of the numbers, or are open and have one of the
 * names.
 */
export async function selectCandidateIds(
  tx: Tx,
  { ids, passportHashes, nameKeys }: Criteria,
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    (select order_id from orders where order_id = any(${[...ids]}::bigint[]) limit ${maxOrders * 2})
    union
    (select order_id from orders where passport_hash = any(${[...passportHashes]}::bytea[])
      order by created_at desc limit ${maxOrders})
    union
    (select order_id from orders
      where latin_name_key(full_name) = any(${[...nameKeys]}::text[])
        and process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called') and erased_at is null
      order by created_at desc limit ${maxOrders})
  `.execute(tx)
  return rows.map((row) => row.order_id)
}

/** These orders, without erased ones, locked against erasure until the transaction ends. */
export async function lockCandidates(tx: Tx, orderIds: readonly number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${columns} from orders o where order_id = any(${[...orderIds]}::bigint[]) and erased_at is null
    order by order_id for key share
  `.execute(tx)
  return rows
}

/** The same without locks, for a list. */
export async function selectCandidates(tx: Tx, orderIds: readonly number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${columns} from orders o where order_id = any(${[...orderIds]}::bigint[]) and erased_at is null
  `.execute(tx)
  return rows
}
