import { sql, type RawBuilder } from 'kysely'
import { isFiltered } from '#contract/rules/list-filters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { statement, type PlaceOf } from '#server/platform/db/statement.ts'
import { isWholeQueue, type ListCriteria } from './list-criteria.queries.ts'
import { totalCount } from './list.queries.ts'
import { pageIds, placeOf, type PagePlace, type PageStart } from './page-ids.queries.ts'
import type { PageKey } from './page-key.ts'
import type { CallerView, Value } from './queue-condition.queries.ts'
import { rowFields } from './row-fields.queries.ts'

/** A page as PostgreSQL writes it. */
interface Page {
  /** A JSON array of rows as the contract has them. */
  rows: string
  /** Page keys of the first and the last row; null of an empty page. */
  first: string | null
  last: string | null
  count: number
}

/** The plan of a search has to fit its words; of a list that is narrowed so, few are asked for twice. */
const planOf = (criteria: ListCriteria) => sql.raw(isWholeQueue(criteria) ? '' : plannedEachTime)

/** A row of `orders o` with its assignee `a` as JSON, in the contract's shape. */
function rowText({ view }: ListCriteria): RawBuilder<string> {
  const fields = Object.entries(rowFields(view)).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  return sql`(select row_to_json(fields) from (select ${sql.join(fields)}) fields)::text`
}

/**
 * A page of a list, its ends and the list's total, by one statement. The ids are found first, and the rows are fetched for
 * these only: a jump to a far page reads no row that it passes over. `before` pages are read backwards and turned round.
 */
function pageStatement(
  criteria: ListCriteria,
  place: PagePlace,
  { limit, cap }: { limit: Value<number>; cap?: number | undefined },
): RawBuilder<Page> {
  const descends = criteria.order === 'desc'
  const readsDown = descends !== 'before' in place
  const shown = sql.raw(descends ? 'desc' : 'asc')
  const reversed = sql.raw(descends ? 'asc' : 'desc')
  const key = sql`sort_key || '_' || order_id`
  return sql`
    with ids as materialized (select * from ${pageIds(criteria, place, limit, readsDown)} found)
    select
      (select '[' || coalesce(string_agg(line, ',' order by sorted ${shown}, id ${shown}), '') || ']'
        from (
          select ids.sorted, ids.order_id as id, ${rowText(criteria)} as line
          from ids join orders o using (order_id) left join members a on a.id = o.assignee_id
        ) lines) as rows,
      (select ${key} from ids order by sorted ${shown}, order_id ${shown} limit 1) as first,
      (select ${key} from ids order by sorted ${reversed}, order_id ${reversed} limit 1) as last,
      ${totalCount(criteria, cap)} as count`
}

/** What the statements that are made once are given. */
interface PageValues {
  memberId: number
  today: string
  now: Date
  limit: number
  offset: number
  at: string
  orderId: number
}

type MadeOnce = Pick<ListCriteria, 'queue' | 'sort' | 'order' | 'filters'> & {
  seesRestricted: boolean
  cap: number | undefined
}
type Entry = 'first' | 'near' | 'far' | 'after' | 'before'

/**
 * Page sizes that stand in the statements themselves, as the start of a first page does: of an unknown limit or offset
 * PostgreSQL expects a tenth of all rows, and plans each time anew.
 */
const usualLimits: readonly number[] = [10, 25, 50, 100, 500]

const madeOnceStatement = ({ seesRestricted, cap, ...list }: MadeOnce, entry: Entry, usualLimit?: number) =>
  statement((valueOf: PlaceOf<PageValues>) => {
    const [offset, key] = [valueOf('offset'), { at: valueOf('at'), orderId: valueOf('orderId') }]
    const places: Record<Entry, PagePlace> = {
      first: { offset: sql.lit(0), isFar: false },
      near: { offset, isFar: false },
      far: { offset, isFar: true },
      after: { after: key },
      before: { before: key },
    }
    const view = { memberId: valueOf('memberId'), today: valueOf('today'), seesRestricted }
    const limit = usualLimit === undefined ? valueOf('limit') : sql.lit(usualLimit)
    const criteria = { ...list, view, now: valueOf('now'), exact: {} }
    return pageStatement(criteria, places[entry], { limit, cap })
  })

/** Whole queues have some hundred, by how they are sorted and entered; of narrowed lists the first so many are kept. */
const maxStatements = 300
const statements = new Map<string, ReturnType<typeof madeOnceStatement>>()

function entryOf(place: PagePlace): Entry {
  if ('after' in place) return 'after'
  if ('before' in place) return 'before'
  if (place.isFar) return 'far'
  return place.offset === 0 ? 'first' : 'near'
}

/** The statement of the list and of where its page begins; undefined of what is seldom asked for twice. */
function findStatement(
  { queue, sort, order, filters, view, exact, search }: ListCriteria,
  start: PageStart,
  { limit, cap }: PageSize,
) {
  if (search || view.month !== undefined || Object.keys(exact).length > 0) return undefined
  const entry = entryOf(placeOf(start))
  const usualLimit = usualLimits.find((usual) => usual === limit)
  const { seesRestricted } = view
  const name = JSON.stringify([queue, sort, order, filters, seesRestricted, cap, entry, usualLimit])
  const known = statements.get(name)
  if (known) return known
  if (isFiltered(filters) && statements.size >= maxStatements) return undefined
  const made = madeOnceStatement({ queue, sort, order, filters, seesRestricted, cap }, entry, usualLimit)
  statements.set(name, made)
  return made
}

const noKey: PageKey = { at: '', orderId: 0 }

interface PageSize {
  limit: number
  cap?: number | undefined
}

/** Its snapshot is that of one statement. The total of what is narrowed is exact up to `cap`. */
export async function selectPage(
  db: Db,
  criteria: ListCriteria & { view: CallerView; now: Date },
  start: PageStart,
  size: PageSize,
): Promise<Page> {
  const { memberId, today } = criteria.view
  const { at, orderId } = 'after' in start ? start.after : 'before' in start ? start.before : noKey
  const offset = 'offset' in start ? start.offset : 0
  const values = { memberId, today, now: criteria.now, limit: size.limit, offset, at, orderId }
  const select = findStatement(criteria, start, size)
  const [page] = select
    ? await select(db, values)
    : (await sql<Page>`${planOf(criteria)} ${pageStatement(criteria, placeOf(start), size)}`.execute(db)).rows
  if (!page) throw new Error('The statement has one row.')
  return page
}

/** Rows as PostgreSQL writes them. */
export interface Batch {
  /** A JSON object each. */
  lines: string[]
  /** Of the last row; null where there is none. */
  last: PageKey | null
}

interface BatchRow {
  line: string
  sort_key: string
  order_id: number
}

const batchStatement = (criteria: ListCriteria, place: PagePlace, limit: number) => {
  const direction = sql.raw(criteria.order)
  // Of a list that is not searched, the batches have one plan.
  return sql<BatchRow>`${sql.raw(criteria.search ? plannedEachTime : '')}
    select ${rowText(criteria)} as line, ids.sort_key, order_id
    from ${pageIds(criteria, place, limit, criteria.order === 'desc')} ids
      join orders o using (order_id) left join members a on a.id = o.assignee_id
    order by ids.sorted ${direction}, order_id ${direction}
  `
}

const toBatch = (rows: readonly BatchRow[]): Batch => {
  const last = rows.at(-1)
  return {
    lines: rows.map(({ line }) => line),
    last: last ? { at: last.sort_key, orderId: last.order_id } : null,
  }
}

/**
 * Reads a list batch by batch in a transaction, line by line: one text of all lines would outlive the quick collections of
 * the heap, and so would a statement made anew for each batch.
 */
export function batchReader(tx: Tx, criteria: ListCriteria, size: number) {
  const selectAfter = statement((valueOf: PlaceOf<PageKey>) =>
    batchStatement(criteria, { after: { at: valueOf('at'), orderId: valueOf('orderId') } }, size),
  )
  return async (start: PageStart): Promise<Batch> =>
    toBatch(
      'after' in start
        ? await selectAfter(tx, start.after)
        : (await batchStatement(criteria, placeOf(start), size).execute(tx)).rows,
    )
}
