import { sql, type RawBuilder } from 'kysely'
import { promisedStatuses } from '#contract/rules/promise.ts'
import { type PlacementRule, type QueueName, placementOf } from '#contract/rules/queues.ts'
import type { Status } from '#contract/rules/statuses.ts'

/** What a list depends on besides the order: the member, the date in Jakarta, and the month of a month tile. */
export interface View {
  memberId: number
  today: string
  month?: number | undefined
  /** Without it, restricted orders are listed without customer data. */
  seesRestricted: boolean
}

type Condition = RawBuilder<boolean>

const allOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const anyOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

/** Constants are literals, not parameters, so that the planner can use the partial indexes. */
function placementCondition(placement: PlacementRule, today: string): Condition {
  const conditions: Condition[] = [sql`process_status = ${sql.lit(placement.status)}`]
  if (placement.assigned !== undefined)
    conditions.push(placement.assigned ? sql`assignee_id is not null` : sql`assignee_id is null`)
  if (placement.mode) conditions.push(sql`processing_mode = ${sql.lit(placement.mode)}`)
  if (placement.opensLater === true) conditions.push(sql`window_opens_on > ${today}`)
  if (placement.opensLater === false)
    conditions.push(sql`(window_opens_on is null or window_opens_on <= ${today})`)
  return allOf(conditions)
}

/** The order waits for its document. Literals, so that the planner can use the partial index. */
export const isPromised: Condition = sql`process_status in (${sql.join(promisedStatuses.map((status) => sql.lit(status)))})`

/**
 * The placements of a queue (product §2), at most one of which an order fulfils. The conditions apply to `orders` and
 * to the signed rows of `order_counts` alike.
 */
export function placementsOf(queue: QueueName, view: View): Condition[] {
  if (queue === 'allOrder') return [sql`true`]
  if (queue === 'openOrder')
    return promisedStatuses.map((status) => placementCondition({ status }, view.today))
  if (queue === 'myOrder')
    return placementOf('pendingOrder').map((placement) =>
      allOf([placementCondition(placement, view.today), sql`assignee_id = ${view.memberId}`]),
    )
  return placementOf(queue).map((placement) => {
    const isPlaced = placementCondition(placement, view.today)
    if (queue !== 'futureOrder' || view.month === undefined) return isPlaced
    return allOf([isPlaced, sql`extract(month from window_opens_on) = ${view.month}`])
  })
}

export const inQueue = (queue: QueueName, view: View): Condition => anyOf(placementsOf(queue, view))

/** The indexed expression: an absent promise counts as the latest. */
export const promisedUntil = sql`coalesce(due_at, 'infinity')`

/** Due time of the open dispute's answer, as the index has it. */
export const answeredUntil = sql`coalesce(case when dispute_outcome is null and dispute_settled_as is null
  then dispute_due_at end, 'infinity')`

export const isNotMissed = (today: string): Condition => sql`(travel_date is null or travel_date >= ${today})`
export const isMissed = (today: string): Condition => sql`travel_date < ${today}`

/** The status that a queue consists of; null for all orders, undefined for any other queue. */
export function wholeStatusOf(queue: QueueName): Status | null | undefined {
  if (queue === 'allOrder') return null
  if (queue === 'myOrder' || queue === 'openOrder') return undefined
  const [only, ...others]: readonly PlacementRule[] = placementOf(queue)
  if (!only || others.length > 0 || Object.keys(only).length > 1) return undefined
  return only.status
}
