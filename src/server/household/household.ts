import { expressionBuilder, sql } from 'kysely'
import type { HouseholdOrder } from '#contract/household.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import { statusesCompletedByUpload, type Status } from '#contract/rules/statuses.ts'
import { explainStatus } from '#server/orders/current-status.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** The other orders of the enclosing statement's order `o` that the caller may see (product §12, Household). */
export const householdOf = (seesRestricted: boolean) => othersOfHousehold(seesRestricted)

/** A row aggregated as JSON, where instants are texts. */
interface OtherOrderRow {
  order_id: number
  full_name: string
  process_status: Status
  is_assigned: boolean
  due_at: string | null
  window_opens_on: string | null
  travel_date: string | null
  processing_date: string | null
}

const instant = (text: string | null) => text && wireInstant(new Date(text))

export const toHouseholdOrder = ({ full_name, ...row }: OtherOrderRow): HouseholdOrder => ({
  ...row,
  name: full_name,
  due_at: instant(row.due_at),
  processing_date: instant(row.processing_date),
})

/** 409 if one of these locked orders is of another journey or no longer waits for a document. */
export async function requireWaitingHousehold(
  work: Work,
  orderId: number,
  others: readonly number[],
): Promise<void> {
  if (others.length === 0) return
  const found = await selectOthersOfHousehold(work.tx, orderId, can(work.actor.role, 'seeRestrictedOrders'))
  for (const other of others) {
    const order = found.find(({ order_id }) => order_id === other)
    if (!order) return refuse('conflict', `Order ${other} is not of the journey of order ${orderId}.`)
    if (!statusesCompletedByUpload.includes(order.process_status))
      return refuse('conflict', `Order ${other} ${await explainStatus(work.tx, other)}.`)
  }
}

/** More orders are an agency's rather than a household's. */
const maxOthers = 20

const othersOfHousehold = (seesRestricted: boolean) =>
  expressionBuilder<Tables>()
    .selectFrom('orders as h')
    .select(['h.order_id', 'h.full_name', 'h.process_status', 'h.due_at', 'h.window_opens_on'])
    .select(['h.travel_date', 'h.processing_date'])
    .select(({ eb }) => eb('h.assignee_id', 'is not', null).$castTo<boolean>().as('is_assigned'))
    .where('h.household_keys', '&&', sql<Buffer[]>`o.household_keys`)
    .where('h.order_id', '<>', sql<number>`o.order_id`)
    .where('h.process_status', '<>', 'Deleted')
    .where(({ or, eb }) => or([eb('h.restricted_at', 'is', null), sql<boolean>`${seesRestricted}::boolean`]))
    .orderBy('h.due_at')
    .orderBy('h.order_id')
    .limit(maxOthers)

const selectOthersOfHousehold = (tx: Tx, orderId: number, seesRestricted: boolean) =>
  tx
    .selectFrom('orders as o')
    .innerJoinLateral(
      () => othersOfHousehold(seesRestricted).as('other'),
      (join) => join.onTrue(),
    )
    .select(['other.order_id', 'other.process_status'])
    .where('o.order_id', '=', orderId)
    .execute()
