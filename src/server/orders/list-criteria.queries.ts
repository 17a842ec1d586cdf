import { sql, type RawBuilder } from 'kysely'
import { filterFields, type OrderRow } from '#contract/orders.ts'
import { isFiltered, type ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { likeContaining, type SearchPattern } from '#contract/rules/search-text.ts'
import { matchesFilters } from './list-filters.queries.ts'
import { inQueue, type View } from './queue-condition.queries.ts'
import { rowFields } from './row-fields.queries.ts'

export type ExactFields = Partial<Record<keyof OrderRow, string>>

/** All words must match, each in one of its spellings, in any order. Folded. */
interface WordSearch {
  words: readonly (readonly string[])[]
}

export interface ListCriteria {
  queue: QueueName
  view: View
  sort: SortField
  order: 'asc' | 'desc'
  now: Date
  exact: ExactFields
  filters: ListFilters
  search?: SearchPattern | WordSearch | { passportHash: Buffer } | undefined
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
  if (search) conditions.push(matchesAnySearch(search))
  if (search && !view.seesRestricted) conditions.push(sql`restricted_at is null`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export const isWholeQueue = ({ search, exact, filters }: ListCriteria): boolean =>
  !search && !isFiltered(filters) && Object.keys(exact).length === 0

/** Matches a pattern with one e-mail address; captures up to its `@`. */
const addressPattern = /^(%[^@]{3,}@)[^@]+%$/

/**
 * Asks the index for the part before the domain: it would read every order of a common domain. `||` keeps the index
 * out of the second comparison.
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

/** `search_text` begins with the order id; up to two digits are searched in the order id only. */
const matchesSearch = ({ like, digits, orderIdOnly }: SearchPattern): RawBuilder<boolean> => {
  if (orderIdOnly) return sql`order_id::text like ${`%${digits}%`}`
  if (!digits || digits.length < 3) return containsText(like)
  return sql`(search_text like ${like} or search_text like ${`%${digits}%`})`
}
