import { sql, type RawBuilder } from 'kysely'
import { filterFields, type OrderRow } from '#contract/orders.ts'
import type { SortField, Urgency } from '#contract/rules/list-order.ts'
import { soonMs } from '#contract/rules/promise.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { likeContaining, type SearchPattern } from '#contract/rules/search-text.ts'
import {
  inQueue,
  isMissed,
  isNotMissed,
  isPromised,
  promisedUntil,
  type Value,
  type View,
} from './queue-condition.queries.ts'
import { rowFields } from './row-fields.queries.ts'

export type Filters = Partial<Record<keyof OrderRow, string>>

interface UrgencyCriterion {
  kind: Urgency
  now: Date
}

/** All of the words, each in one of its spellings, wherever they stand. Folded. */
interface WordSearch {
  words: readonly (readonly string[])[]
}

export interface ListCriteria {
  queue: QueueName
  view: View
  sort: SortField
  order: 'asc' | 'desc'
  filters: Filters
  urgency?: UrgencyCriterion | undefined
  search?: SearchPattern | WordSearch | { passportHash: Buffer } | undefined
}

/** Whether an order is in the list. */
export function matchesCriteria({
  queue,
  view,
  filters,
  urgency,
  search,
}: ListCriteria): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [inQueue(queue, view)]
  const filteredFields = filterFields.filter((field) => filters[field] !== undefined)
  if (filteredFields.length > 0) {
    const fields = rowFields(view)
    const equal = filteredFields.map(
      (field) => sql`coalesce((${fields[field]})::text, '') = ${filters[field]}`,
    )
    conditions.push(sql`order_id in (
      select o.order_id from orders o left join members a on a.id = o.assignee_id
      where ${inQueue(queue, view)} and ${sql.join(equal, sql` and `)})`)
  }
  if (urgency) conditions.push(sql`(${hasUrgency[urgency.kind](view.today, urgency.now)} and ${isPromised})`)
  if (search) conditions.push(matchesAnySearch(search))
  if (search && !view.seesRestricted) conditions.push(sql`restricted_at is null`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Whether a list is a queue as it is, neither searched nor filtered. */
export const isWholeQueue = ({ search, urgency, filters }: ListCriteria): boolean =>
  !search && !urgency && Object.keys(filters).length === 0

const hasOpened = (today: Value<string>) => sql`(window_opens_on is null or window_opens_on <= ${today})`
/** It can be worked on, and in time for the journey. */
const canBeMet = (today: Value<string>) => sql`${isNotMissed(today)} and ${hasOpened(today)}`
/** Of an order that waits for its document. */
export const hasUrgency: Record<Urgency, (today: Value<string>, now: Date) => RawBuilder<boolean>> = {
  missed: isMissed,
  late: (today, now) => sql`${promisedUntil} < ${now} and ${canBeMet(today)}`,
  soon: (today, now) => {
    const end = new Date(now.getTime() + soonMs)
    return sql`${promisedUntil} >= ${now} and ${promisedUntil} < ${end} and ${canBeMet(today)}`
  },
  today: (today) => sql`travel_date = ${today}`,
}

/** Of a pattern with one address, up to its `@`. */
const addressPattern = /^(%[^@]{3,}@)[^@]+%$/

/**
 * Of an address the index is asked for what comes before the domain: a domain that many share is in the entries of as many
 * orders, which would all be read. The rest is compared in what that finds (`||`, so that no index answers it).
 */
function containsText(like: string): RawBuilder<boolean> {
  const [, beforeDomain] = addressPattern.exec(like) ?? []
  if (beforeDomain === undefined) return sql`search_text like ${like}`
  return sql`(search_text like ${`${beforeDomain}%`} and search_text || '' like ${like})`
}

const matchesAnySearch = (search: NonNullable<ListCriteria['search']>) => {
  if ('words' in search) return matchesWords(search)
  if ('passportHash' in search) return sql`passport_hash = ${search.passportHash}`
  return matchesSearch(search)
}

const matchesWords = ({ words }: WordSearch) =>
  sql.join(
    words.map((spellings) => {
      const alternatives = spellings.map((word) => containsText(likeContaining(word)))
      return sql`(${sql.join(alternatives, sql` or `)})`
    }),
    sql` and `,
  )

/** Order ids are part of `search_text`, which begins with them; two digits or fewer are looked for there alone. */
const matchesSearch = ({ like, digits, orderIdOnly }: SearchPattern): RawBuilder<boolean> => {
  if (orderIdOnly) return sql`order_id::text like ${`%${digits}%`}`
  if (!digits || digits.length < 3) return containsText(like)
  return sql`(search_text like ${like} or search_text like ${`%${digits}%`})`
}
