import { sql, type RawBuilder } from 'kysely'
import { filterFields, type ListField } from '#contract/orders.ts'
import { isFiltered, type ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { SearchReading } from '#contract/rules/search.ts'
import { likeContaining } from '#contract/rules/search-text.ts'
import { matchesFilters } from './list-filters.queries.ts'
import { inQueue, type View } from './queue-condition.queries.ts'
import { rowFields } from './row-fields.queries.ts'
import { telephoneEndingIn, travellerLines, travellerOfLine } from './search-index.ts'

export type ExactFields = Partial<Record<ListField, string>>

export interface Search extends SearchReading {
  /** Hash of a whole number. */
  passport: Buffer | null
}

export interface ListCriteria {
  queue: QueueName
  view: View
  sort: SortField
  order: 'asc' | 'desc'
  now: Date
  exact: ExactFields
  filters: ListFilters
  search?: Search | undefined
}

export function matchesCriteria({
  queue,
  view,
  now,
  exact,
  filters,
  search,
}: ListCriteria): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [inQueue(queue, view)]
  const exactFields = filterFields.filter((field) => exact[field] !== undefined)
  if (exactFields.length > 0) {
    const fields = rowFields(view)
    const equal = exactFields.map((field) => sql`coalesce((${fields[field]})::text, '') = ${exact[field]}`)
    conditions.push(sql`order_id in (
      select o.order_id from orders o left join members a on a.id = o.assignee_id
      where ${inQueue(queue, view)} and ${sql.join(equal, sql` and `)})`)
  }
  conditions.push(...matchesFilters(filters, { view, now }))
  if (search) conditions.push(matchesSearch(search))
  if (search && !view.seesRestricted) conditions.push(sql`restricted_at is null`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export const isWholeQueue = ({ search, exact, filters }: ListCriteria): boolean =>
  !search && !isFiltered(filters) && Object.keys(exact).length === 0

/** Matches a pattern with one e-mail address; captures up to its `@`. */
const addressPattern = /^(%[^@]{3,}@)[^@]+%$/

type Text = RawBuilder<string>

/**
 * Asks the index for the part before the domain: it would read every order of a common domain. `||` keeps the index
 * out of the second comparison.
 */
function containsText(text: Text, like: string): RawBuilder<boolean> {
  const [, beforeDomain] = addressPattern.exec(like) ?? []
  if (beforeDomain === undefined) return sql`${text} like ${like}`
  return sql`(${text} like ${`${beforeDomain}%`} and ${text} || '' like ${like})`
}

const containsAny = (text: Text, spellings: readonly string[]) =>
  sql`(${sql.join(
    spellings.map((word) => containsText(text, likeContaining(word))),
    sql` or `,
  )})`

const isAnyOf = (conditions: readonly (RawBuilder<unknown> | false)[]): RawBuilder<boolean> =>
  sql`(${sql.join([...conditions.filter((condition) => condition !== false), sql`false`], sql` or `)})`

/** Of the order itself and its applicant; `text` holds their lines. */
const matchesOrder = (
  { words, orderId, partOfOrderId, telephone, passport }: Search,
  text: Text,
): RawBuilder<boolean> =>
  isAnyOf([
    words.length > 0 &&
      sql`(${sql.join(
        words.map((spellings) => containsAny(text, spellings)),
        sql` and `,
      )})`,
    orderId !== null && sql`order_id = ${orderId}`,
    partOfOrderId !== null && sql`order_id::text like ${`%${partOfOrderId}%`}`,
    telephone !== null && sql`${text} like ${telephoneEndingIn(telephone)}`,
    passport !== null && sql`passport_hash = ${passport}`,
  ])

const matchesSearch = (search: Search): RawBuilder<boolean> =>
  isAnyOf([
    matchesOrder(search, sql`search_text`),
    search.passport !== null &&
      // The first part matches the partial index.
      sql`(family_passport_hashes <> '{}' and family_passport_hashes @> array[${search.passport}::bytea])`,
  ])

/** The SQL of each field of a list's row; of a search also how it was found. */
export const shownFields = ({ view, search }: ListCriteria) => ({
  ...rowFields(view),
  ...(search && foundFields(search)),
})

/** How rows of `orders` were found: by a passport or text, and by which traveller, null for the applicant. */
function foundFields(search: Search) {
  const { words, passport } = search
  const ofApplicant = matchesOrder(search, sql`regexp_replace(search_text, ${travellerLines}, '', 'g')`)
  // Without a passport the first traveller without one would be found.
  const ofFamily = passport
    ? sql<number | null>`array_position(family_passport_hashes, ${passport}::bytea) + 1`
    : sql<null>`null::integer`
  const isNamed = isAnyOf(words.map((spellings) => containsAny(sql`line`, spellings)))
  return {
    found_by: sql<'passport' | 'text'>`case
      when coalesce(passport_hash = ${passport}::bytea, false) or ${ofFamily} is not null then 'passport' else 'text' end`,
    found_traveller: sql<number | null>`case when ${ofApplicant} is not true then coalesce(${ofFamily}, (
      select substring(line from ${travellerOfLine})::integer
      from regexp_split_to_table(search_text, '\n') line where line ~ ${travellerOfLine} and ${isNamed}
      order by 1 limit 1)) end`,
  }
}
