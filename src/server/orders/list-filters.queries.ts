import { sql, type RawBuilder } from 'kysely'
import { dueSoonHours, type DisputeUrgency } from '#contract/rules/disputes.ts'
import {
  failedMails,
  filterNames,
  filterValues,
  me,
  nobody,
  unknownGateway,
  openWarning,
  type FilterName,
  type KindFilter,
  type ListFilters,
} from '#contract/rules/list-filters.ts'
import type { Urgency } from '#contract/rules/list-order.ts'
import { soonMs } from '#contract/rules/promise.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { isMissed, isNotMissed, isPromised, promisedUntil, type View } from './queue-condition.queries.ts'

type Condition = RawBuilder<boolean>

const allowed = <T extends string>(table: Record<T, unknown>, value: string): value is T =>
  Object.hasOwn(table, value)

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const hasOpened = (today: string) => sql`(window_opens_on is null or window_opens_on <= ${today})`
/** The window is open and the travel day has not passed. */
const canBeMet = (today: string) => sql`${isNotMissed(today)} and ${hasOpened(today)}`

const isDueBefore = (end: RawBuilder<unknown>, today: string): Condition =>
  sql`(${promisedUntil} < ${end} and ${canBeMet(today)})`
const soonUntil = (now: Date) => sql`(${now}::timestamptz + interval ${sql.lit(`${soonMs} milliseconds`)})`

/** For orders that wait for their document. */
export const hasUrgency: Record<Urgency, (today: string, now: Date) => Condition> = {
  missed: isMissed,
  late: (today, now) => isDueBefore(sql`${now}`, today),
  soon: (today, now) => sql`(${promisedUntil} >= ${now} and ${isDueBefore(soonUntil(now), today)})`,
  // The expression of the travel date index.
  today: (today) => sql`(coalesce(travel_date, '-infinity') = ${today})`,
  opensToday: (today) => sql`(window_opens_on = ${today} and ${isNotMissed(today)})`,
  opens: (today) => sql`(window_opens_on > ${today} and ${isNotMissed(today)})`,
}

/** Late and soon together are one range of promises: one index scan. */
function urgencyConditions(values: readonly string[], today: string, now: Date): Condition[] {
  const isRange = values.includes('late') && values.includes('soon')
  const single = isRange ? values.filter((value) => value !== 'late' && value !== 'soon') : values
  const conditions = single.flatMap((value) =>
    allowed(hasUrgency, value) ? [hasUrgency[value](today, now)] : [],
  )
  return isRange ? [isDueBefore(soonUntil(now), today), ...conditions] : conditions
}

/** Literals, so that the plan fits the values. */
const isOneAmong = (value: RawBuilder<unknown>, values: readonly string[]): Condition =>
  sql`${value} in (${sql.join(values.map((it) => sql.lit(it)))})`

const newestMailState = sql`(
  select m.state from mails m where m.order_id = orders.order_id and m.state <> 'cancelled' and m.kind <> 'link'
  order by m.created_at desc limit 1)`

/** Failed mails are few, so they are found first. */
function hasMail(states: readonly string[]): Condition {
  const isNewest = isOneAmong(sql`coalesce(${newestMailState}, 'none')`, states)
  if (!states.every((state) => isOneOf<string>(failedMails, state))) return isNewest
  return sql`(order_id in (
    select order_id from mails
    where ${isOneAmong(sql`state`, failedMails)} and kind <> 'link' and order_id is not null)
    and ${isNewest})`
}

const hasAssignee = (assignee: string, { memberId }: View): Condition => {
  if (assignee === nobody) return sql`assignee_id is null`
  return sql`assignee_id = ${assignee === me ? memberId : sql.lit(Number(assignee))}`
}

/** By the landing domain; arrival if it holds both words (spec §1, product §2). */
const isOfKind: Record<KindFilter, Condition> = {
  arrival: sql`(landing_domain ilike '%arrival%')`,
  departure: sql`(landing_domain ilike '%departure%' and landing_domain not ilike '%arrival%')`,
  unknown: sql`(landing_domain not ilike '%departure%' and landing_domain not ilike '%arrival%')`,
}

const dueSoonUntil = (now: Date) => sql`(${now}::timestamptz + interval ${sql.lit(`${dueSoonHours} hours`)})`

const isDisputeOpen = sql`(dispute_outcome is null and dispute_settled_as is null)`

/** The SQL of `disputeUrgency`, for chargebacks. */
const hasDispute: Record<DisputeUrgency, (now: Date) => Condition> = {
  overdue: (now) => sql`(${isDisputeOpen} and dispute_due_at < ${now})`,
  soon: (now) =>
    sql`(${isDisputeOpen} and dispute_due_at >= ${now} and dispute_due_at <= ${dueSoonUntil(now)})`,
  later: (now) => sql`(${isDisputeOpen} and dispute_due_at > ${dueSoonUntil(now)})`,
  undated: () => sql`(${isDisputeOpen} and dispute_due_at is null)`,
  answered: () => sql`(dispute_outcome is null and dispute_settled_as is not null)`,
  decided: () => sql`(dispute_outcome is not null)`,
}

/** Open warnings are few, so they are found first. */
const hasWarning: Condition = sql`order_id in (
  select order_id from disputes
  where outcome = 'Open' and settled_as is null and stage = 'warning' and order_id is not null)`

interface Asked {
  view: View
  now: Date
}

const conditions: Record<FilterName, (values: readonly string[], asked: Asked) => Condition> = {
  assignee: (values, { view }) => anyOf(values.map((assignee) => hasAssignee(assignee, view))),
  urgency: (values, { view, now }) =>
    sql`(${anyOf(urgencyConditions(values, view.today, now))} and ${isPromised})`,
  mail: hasMail,
  reply: () => sql`order_id in (
    select order_id from messages where direction = 'in' and handled_at is null and not automatic)`,
  site: (values) => isOneAmong(sql`landing_domain`, values),
  gateway: (values) => isOneAmong(sql`coalesce(gateway, ${sql.lit(unknownGateway)})`, values),
  nationality: (values) => isOneAmong(sql`country_iso2`, values),
  kind: (values) => anyOf(values.flatMap((kind) => (allowed(isOfKind, kind) ? [isOfKind[kind]] : []))),
  mode: (values) => isOneAmong(sql`processing_mode`, values),
  request: () => sql`order_id in (select order_id from customer_requests where ended_at is null)`,
  dispute: (values, { now }) =>
    anyOf(
      values.flatMap((value) => {
        if (value === openWarning) return [hasWarning]
        return allowed(hasDispute, value)
          ? [sql<boolean>`(process_status = 'ChargeBack' and ${hasDispute[value](now)})`]
          : []
      }),
    ),
  travelFrom: ([date]) => sql`coalesce(travel_date, '-infinity') >= ${sql.lit(date)}`,
  travelUntil: ([date]) =>
    sql`(travel_date is not null and coalesce(travel_date, '-infinity') <= ${sql.lit(date)})`,
}

/** Filters on customer data, which do not match restricted orders. */
const toldOfCustomer: ReadonlySet<FilterName> = new Set(['nationality'])

export function matchesFilters(filters: ListFilters, asked: Asked): Condition[] {
  const set = filterNames.filter((name) => filters[name] !== undefined)
  const passes = set.map((name) => conditions[name](filterValues(filters, name), asked))
  const mayBeSeen = asked.view.seesRestricted || !set.some((name) => toldOfCustomer.has(name))
  return mayBeSeen ? passes : [...passes, sql`restricted_at is null`]
}
