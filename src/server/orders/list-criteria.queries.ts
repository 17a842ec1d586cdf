import { sql, type RawBuilder } from 'kysely'
import { filterFields, type OrderRow } from '#contract/orders.ts'
import { isFiltered, type ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { likeContaining, type SearchPattern } from '#contract/rules/search-text.ts'
import { matchesFilters } from './list-filters.queries.ts'
import { inQueue, type View } from './queue-condition.queries.ts'
import { rowFields } from './row-fields.queries.ts'

/** Fields of a row and what they have to be. */
export type ExactFields = Partial<Record<keyof OrderRow, string>>

/** All of the words, each in one of its spellings, wherever they stand. Folded. */
interface WordSearch {
  words: readonly (readonly string[])[]
}

export interface ListCriteria {
  queue: QueueName
  view: View
  sort: SortField
  order: 'asc' | 'desc'
  /** When the list was asked for. */
  now: Date
  exact: ExactFields
  filters: ListFilters
  search?: SearchPattern | WordSearch | { passportHash: Buffer } | undefined
}

/** Whether an order is in the list. */
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

/** Whether a list is a queue as it is, neither searched nor filtered. */
export const isWholeQueue = ({ search, exact, filters }: ListCriteria): boolean =>
  !search && !isFiltered(filters) && Object.keys(exact).length === 0

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
