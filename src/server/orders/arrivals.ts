import { wireInstant } from '#contract/rules/dates.ts'
import type { Arrival } from '#contract/shift-desk.ts'
import type { Work } from '#server/platform/work.ts'
import { selectArrivals } from './arrivals.queries.ts'
import { openCustomerData } from './customer-data.ts'
import type { ListCriteria } from './list-criteria.queries.ts'

/** What they come by, the first that the customer gave. */
const carrierFields = [
  'arrival_flight_number',
  'arrival_flight_or_vehicle_number',
  'arrival_vessel_name',
] as const

/** The most urgent orders of a list, each with its flight, for which its customer data is opened. */
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
