import { sql } from 'kysely'
import { wireInstant } from '#contract/rules/dates.ts'
import type { Arrival } from '#contract/shift-desk.ts'
import type { Work } from '#server/platform/work.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { openCustomerData } from './customer-data.ts'
import { type ListCriteria, matchesCriteria } from './list-criteria.queries.ts'
import { promisedUntil } from './queue-condition.queries.ts'

/** The first one that the customer gave is shown. */
const carrierFields = [
  'arrival_flight_number',
  'arrival_flight_or_vehicle_number',
  'arrival_vessel_name',
] as const

export async function listArrivals(work: Work, criteria: ListCriteria, limit: number): Promise<Arrival[]> {
  const rows = await selectArrivals(work.tx, criteria, limit)
  return rows.map(({ order_id, full_name, sealed, due_at, ...row }) => {
    const fields = sealed ? openCustomerData(work, { order_id, sealed }).fields : {}
    return {
      ...row,
      order_id,
      due_at: due_at && wireInstant(due_at),
      name: full_name || null,
      flight: carrierFields.map((field) => fields[field]).find(Boolean) ?? null,
    }
  })
}

interface ArrivalRow extends Pick<
  OrderRow,
  'order_id' | 'process_status' | 'travel_date' | 'window_opens_on' | 'assign_to'
> {
  due_at: Date | null
  /** Null, as is `sealed`, for a restricted order that the viewer may not see. */
  full_name: string | null
  sealed: Buffer | null
}

/** Finds the ids first, on the index alone. */
async function selectArrivals(tx: Tx, criteria: ListCriteria, limit: number): Promise<ArrivalRow[]> {
  const ofCustomer = (column: 'full_name' | 'sealed') =>
    criteria.view.seesRestricted
      ? sql.ref(column)
      : sql`case when restricted_at is null then ${sql.ref(column)} end`
  const { rows } = await sql<ArrivalRow>`
    with ids as materialized (
      select order_id, ${promisedUntil} as sorted from orders where ${matchesCriteria(criteria)}
      order by sorted, order_id limit ${limit}
    )
    select order_id, process_status, travel_date, window_opens_on, due_at, a.name as assign_to,
      ${ofCustomer('full_name')} as full_name, ${ofCustomer('sealed')} as sealed
    from ids join orders using (order_id) left join members a on a.id = assignee_id
    order by sorted, order_id`.execute(tx)
  return rows
}
