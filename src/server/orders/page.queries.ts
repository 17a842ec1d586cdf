import { sql, type RawBuilder } from 'kysely'
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

/** The plan of a search has to fit its words. */
const planOf = ({ search }: ListCriteria) => sql.raw(search ? plannedEachTime : '')

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

/** What the statements of whole queues are given. */
interface WholeQueueValues {
  memberId: number
  today: string
  limit: number
  offset: number
  at: string
  orderId: number
}

type WholeQueue = Pick<ListCriteria, 'queue' | 'sort' | 'order'> & { seesRestricted: boolean }
type Entry = 'first' | 'near' | 'far' | 'after' | 'before'

/**
 * Page sizes that stand in the statements themselves, as the start of a first page does: of an unknown limit or offset
 * PostgreSQL expects a tenth of all rows, and plans each time anew.
 */
const usualLimits: readonly number[] = [10, 25, 50, 100, 500]

const wholeQueueStatement = ({ seesRestricted, ...list }: WholeQueue, entry: Entry, usualLimit?: number) =>
  statement((valueOf: PlaceOf<WholeQueueValues>) => {
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
    return pageStatement({ ...list, view, ...wholeQueue }, places[entry], { limit })
  })

/** Of a list that is not narrowed, which does not depend on the time. */
const wholeQueue = { now: new Date(0), exact: {}, filters: {} } satisfies Partial<ListCriteria>

/** There are as many as queues can be sorted and entered. */
const wholeQueueStatements = new Map<string, ReturnType<typeof wholeQueueStatement>>()

function entryOf(place: PagePlace): Entry {
  if ('after' in place) return 'after'
  if ('before' in place) return 'before'
  if (place.isFar) return 'far'
  return place.offset === 0 ? 'first' : 'near'
}

function selectWholeQueuePage(
  db: Db,
  { queue, sort, order, view }: ListCriteria & { view: CallerView },
  start: PageStart,
  limit: number,
): Promise<Page[]> {
  const entry = entryOf(placeOf(start))
  const usualLimit = usualLimits.find((usual) => usual === limit)
  const { seesRestricted } = view
  const name = [queue, sort, order, seesRestricted, entry, usualLimit].join(' ')
  const select =
    wholeQueueStatements.get(name) ??
    wholeQueueStatement({ queue, sort, order, seesRestricted }, entry, usualLimit)
  wholeQueueStatements.set(name, select)
  const { at, orderId } = 'after' in start ? start.after : 'before' in start ? start.before : noKey
  const offset = 'offset' in start ? start.offset : 0
  return select(db, { memberId: view.memberId, today: view.today, limit, offset, at, orderId })
}

const noKey: PageKey = { at: '', orderId: 0 }

/** Its snapshot is that of one statement. The total of what is narrowed is exact up to `cap`. */
export async function selectPage(
  db: Db,
  criteria: ListCriteria & { view: CallerView },
  start: PageStart,
  { limit, cap }: { limit: number; cap?: number | undefined },
): Promise<Page> {
  const isMadeOnce = isWholeQueue(criteria) && criteria.view.month === undefined
  const [page] = isMadeOnce
    ? await selectWholeQueuePage(db, criteria, start, limit)
    : (await pageStatement(criteria, placeOf(start), { limit, cap }).execute(db)).rows
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
  return sql<BatchRow>`${planOf(criteria)}
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
