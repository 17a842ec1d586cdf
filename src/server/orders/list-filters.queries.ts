import { sql, type RawBuilder } from 'kysely'
import { dueSoonDays, type DisputeUrgency } from '#contract/rules/disputes.ts'
import {
  failedMails,
  filterNames,
  filterValues,
  me,
  nobody,
  type FilterName,
  type KindFilter,
  type ListFilters,
} from '#contract/rules/list-filters.ts'
import type { Urgency } from '#contract/rules/list-order.ts'
import { soonMs } from '#contract/rules/promise.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import {
  isMissed,
  isNotMissed,
  isPromised,
  promisedUntil,
  type Value,
  type View,
} from './queue-condition.queries.ts'

type Condition = RawBuilder<boolean>

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const hasOpened = (today: Value<string>) => sql`(window_opens_on is null or window_opens_on <= ${today})`
/** It can be worked on, and in time for the journey. */
const canBeMet = (today: Value<string>) => sql`${isNotMissed(today)} and ${hasOpened(today)}`

/** Of an order that waits for its document. */
export const hasUrgency: Record<Urgency, (today: Value<string>, now: Date) => Condition> = {
  missed: isMissed,
  late: (today, now) => sql`(${promisedUntil} < ${now} and ${canBeMet(today)})`,
  soon: (today, now) => {
    const end = new Date(now.getTime() + soonMs)
    return sql`(${promisedUntil} >= ${now} and ${promisedUntil} < ${end} and ${canBeMet(today)})`
  },
  // As the index of travel dates has it.
  today: (today) => sql`(coalesce(travel_date, '-infinity') = ${today})`,
  opensToday: (today) => sql`(window_opens_on = ${today} and ${isNotMissed(today)})`,
  opens: (today) => sql`(window_opens_on > ${today} and ${isNotMissed(today)})`,
}

const newestMailState = sql`(
  select m.state from mails m where m.order_id = orders.order_id and m.state <> 'cancelled' and m.kind <> 'link'
  order by m.created_at desc limit 1)`

/** Mails that failed are few, and found first. */
function hasMail(states: readonly string[]): Condition {
  const isNewest = sql<boolean>`coalesce(${newestMailState}, 'none') = any(${[...states]})`
  if (!states.every((state) => isOneOf<string>(failedMails, state))) return isNewest
  return sql`(order_id in (
    select order_id from mails
    where state in (${sql.join(failedMails.map((state) => sql.lit(state)))}) and kind <> 'link' and order_id is not null)
    and ${isNewest})`
}

const hasAssignee = (assignee: string, { memberId }: View): Condition => {
  if (assignee === nobody) return sql`assignee_id is null`
  return sql`assignee_id = ${assignee === me ? memberId : Number(assignee)}`
}

/** By the landing domain; arrival where it holds both words (spec §1, product §2). */
const isOfKind: Record<KindFilter, Condition> = {
  arrival: sql`(landing_domain ilike '%arrival%')`,
  departure: sql`(landing_domain ilike '%departure%' and landing_domain not ilike '%arrival%')`,
  unknown: sql`(landing_domain not ilike '%departure%' and landing_domain not ilike '%arrival%')`,
}

const dueSoonUntil = (today: Value<string>) => sql`(${today}::date + ${sql.lit(dueSoonDays)})`

/** Of a chargeback, as `disputeUrgency` tells it. */
const hasDispute: Record<DisputeUrgency, (today: Value<string>) => Condition> = {
  overdue: (today) => sql`(dispute_outcome is null and dispute_due_on < ${today})`,
  soon: (today) =>
    sql`(dispute_outcome is null and dispute_due_on >= ${today} and dispute_due_on <= ${dueSoonUntil(today)})`,
  later: (today) => sql`(dispute_outcome is null and dispute_due_on > ${dueSoonUntil(today)})`,
  undated: () => sql`(dispute_outcome is null and dispute_due_on is null)`,
  decided: () => sql`(dispute_outcome is not null)`,
}

interface Asked {
  view: View
  now: Date
}

const allowed = <T extends string>(table: Record<T, unknown>, value: string): value is T =>
  Object.hasOwn(table, value)

/** Whether an order has one of the values of a filter. */
const conditions: Record<FilterName, (values: readonly string[], asked: Asked) => Condition> = {
  assignee: (values, { view }) => anyOf(values.map((assignee) => hasAssignee(assignee, view))),
  urgency: (values, { view, now }) => {
    const urgent = values.flatMap((value) =>
      allowed(hasUrgency, value) ? [hasUrgency[value](view.today, now)] : [],
    )
    return sql`(${anyOf(urgent)} and ${isPromised})`
  },
  mail: hasMail,
  reply: () => sql`order_id in (
    select order_id from messages where direction = 'in' and handled_at is null and not automatic)`,
  site: (values) => sql`landing_domain = any(${[...values]})`,
  nationality: (values) => sql`country_iso2 = any(${[...values]})`,
  kind: (values) => anyOf(values.flatMap((kind) => (allowed(isOfKind, kind) ? [isOfKind[kind]] : []))),
  mode: (values) => sql`processing_mode = any(${[...values]})`,
  dispute: (values, { view }) => {
    const disputed = values.flatMap((value) =>
      allowed(hasDispute, value) ? [hasDispute[value](view.today)] : [],
    )
    return sql`(process_status = 'ChargeBack' and ${anyOf(disputed)})`
  },
  travelFrom: ([date]) => sql`coalesce(travel_date, '-infinity') >= ${date}`,
  travelUntil: ([date]) => sql`(travel_date is not null and coalesce(travel_date, '-infinity') <= ${date})`,
}

/** What a filter tells of the customer is not told of a restricted order. */
const toldOfCustomer: ReadonlySet<FilterName> = new Set(['nationality'])

/** Whether an order passes each filter that is set. */
export function matchesFilters(filters: ListFilters, asked: Asked): Condition[] {
  const set = filterNames.filter((name) => filters[name] !== undefined)
  const passes = set.map((name) => conditions[name](filterValues(filters, name), asked))
  const mayBeSeen = asked.view.seesRestricted || !set.some((name) => toldOfCustomer.has(name))
  return mayBeSeen ? passes : [...passes, sql`restricted_at is null`]
}
