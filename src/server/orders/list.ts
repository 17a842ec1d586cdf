import { sql } from 'kysely'
import type { Query } from '#contract/endpoint.ts'
import * as contract from '#contract/orders.ts'
import { filterFields, type Elsewhere } from '#contract/orders.ts'
import { isFiltered, knownFilters } from '#contract/rules/list-filters.ts'
import { isPromisedQueue } from '#contract/rules/list-order.ts'
import { exclusiveQueueNames, type ExclusiveQueueName, type QueueName } from '#contract/rules/queues.ts'
import { can } from '#contract/rules/roles.ts'
import { auditContext, recordAudit, recordExport, type AuditSubject } from '#server/audit/audit.ts'
import { inRecordedSnapshot, type Db, type Tx } from '#server/platform/db/database.ts'
import { onlyRow } from '#server/platform/db/only-row.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { startLongRead } from '#server/platform/db/long-reads.ts'
import { pageOf } from '#server/platform/db/page.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, MemberActor } from '#server/platform/work.ts'
import { handle, implement, readOnce } from '#server/platform/http/implement.ts'
import { viewOf } from './counts.ts'
import { parsePageKey } from './page-key.ts'
import { matchesCriteria, type ExactFields, type ListCriteria } from './list-criteria.queries.ts'
import { countUrgencies } from './counts.queries.ts'
import { countMatches, countTotal, selectCounts, selectFound } from './list.queries.ts'
import type { PageStart } from './page-ids.queries.ts'
import { selectBatch, selectPage, type Batch } from './page.queries.ts'
import { inQueue } from './queue-condition.queries.ts'
import { requireSearch } from './search.ts'

/** One index step a value. */
const distinctValues = (column: 'landing_domain' | 'country_iso2' | 'gateway') => sql<string[]>`array(
  with recursive found as (
    (select ${sql.ref(column)} as value from orders where ${sql.ref(column)} is not null order by 1 limit 1)
    union all
    select (
      select ${sql.ref(column)} from orders where ${sql.ref(column)} > found.value order by 1 limit 1
    ) from found where found.value is not null
  )
  select value from found where value is not null)`

/** Includes removed members. */
async function selectFilterOptions(db: Db) {
  const { rows } = await sql<{
    members: { id: number; name: string; removed: boolean }[]
    sites: string[]
    gateways: string[]
    nationalities: string[]
  }>`
    select ${distinctValues('landing_domain')} as sites, ${distinctValues('gateway')} as gateways,
      ${distinctValues('country_iso2')} as nationalities,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'removed', removed_at is not null)
        order by lower(name)), '[]') from members) as members
  `.execute(db)
  return onlyRow(rows)
}

/** The total of a search is exact up to here; above, `more` is set (product §5). */
export const exactCountLimit = 1000
/** Rows in memory at once. */
const batchSize = 500

/** About 40 kB. */
const linesPerChunk = 50

type ListQuery = Query<typeof contract.listOrders>

export const requireHistoryAccess = (actor: MemberActor, queue: QueueName) => {
  if (queue === 'allOrder' && !can(actor.role, 'seeOrderHistory'))
    refuse('forbidden', 'You are not allowed to see Order History.')
}

/** Parses `filter[field]=value`: an exact match of any field; an empty value finds rows without one. */
function parseExactFields(query: Record<string, unknown>): ExactFields {
  const exact: ExactFields = {}
  for (const [key, value] of Object.entries(query)) {
    const [, name] = /^filter\[(.*)\]$/.exec(key) ?? []
    if (name === undefined) continue
    const field = filterFields.find((known) => known === name)
    if (!field || typeof value !== 'string') return refuse('invalid', `Orders cannot be filtered by ${name}.`)
    exact[field] = value
  }
  return exact
}

export const createCriteria = (call: Call, queue: QueueName, query: ListQuery): ListCriteria => {
  if (query.month !== undefined && queue !== 'futureOrder')
    refuse('invalid', 'Only future orders are listed by month.')
  const sort = query.sort ?? 'created_at'
  if (sort === 'due_at' && !isPromisedQueue(queue) && query.urgency === undefined)
    refuse('invalid', 'Only orders that wait for their document are sorted by urgency.')
  return {
    queue,
    view: viewOf(call, query.month),
    sort,
    order: query.order ?? (sort === 'due_at' ? 'asc' : 'desc'),
    now: call.now,
    exact: parseExactFields(query),
    filters: knownFilters((name) => query[name]),
  }
}

const parsePageStart = (query: ListQuery, page: number, limit: number): PageStart => {
  const keyText = query.after ?? query.before
  if (keyText === undefined) return pageOf(page, limit)
  const key = parsePageKey(keyText)
  if (!key) return refuse('invalid', 'The page key is not valid.')
  return query.after === undefined ? { before: key } : { after: key }
}

/** The audit's description of a list; of a search only its length. */
export const criteriaSubject = ({ queue, exact, filters }: ListCriteria, searchText = ''): AuditSubject => {
  const { urgency, ...others } = filters
  const narrowedBy = [...Object.keys(others), ...Object.keys(exact)]
  return {
    queue,
    ...(urgency !== undefined && { urgency }),
    ...(narrowedBy.length > 0 && { filters: narrowedBy }),
    ...(searchText.trim() !== '' && { letters: [...searchText.trim()].length }),
  }
}

const limitOf = ({ limit, perPage }: ListQuery) => limit ?? perPage ?? 10

const isLongList = (query: ListQuery): boolean => limitOf(query) > batchSize

const counted = (count: number, isExact: boolean) => ({
  count,
  ...(!isExact && count > exactCountLimit && { more: true }),
})

async function listPage(call: Call, queue: QueueName, query: ListQuery) {
  requireHistoryAccess(call.actor, queue)
  const criteria = createCriteria(call, queue, query)
  const limit = limitOf(query)
  const page = query.page ?? 1
  const start = parsePageStart(query, page, limit)
  // Unfiltered queues have an exact count in `order_counts`.
  const isExact = query.exactCount !== undefined || !isFiltered(criteria.filters)
  const cap = isExact ? undefined : exactCountLimit + 1
  const { rows, first, last, count } = await selectPage(call.db, criteria, start, { limit, cap })
  const keys = first && last ? { first, last } : null
  return { data: new JsonText(rows), ...counted(count, isExact), page, limit, keys }
}

export async function countLists(db: Db, lists: readonly ListCriteria[]) {
  return (await selectCounts(db, lists, exactCountLimit + 1)).map(asListTotal)
}

/** An exact number as the total of a narrowed list. */
export const asListTotal = (count: number) => ({
  count: Math.min(count, exactCountLimit + 1),
  more: count > exactCountLimit,
})

async function streamList(call: Call, queue: QueueName, query: ListQuery) {
  requireHistoryAccess(call.actor, queue)
  const criteria = createCriteria(call, queue, query)
  const limit = limitOf(query)
  const page = query.page ?? 1
  const start = parsePageStart(query, page, limit)
  if ('before' in start) refuse('invalid', `Backwards at most ${batchSize} rows are read at once.`)
  const head = async (tx: Tx) => ({ count: await countTotal(tx, criteria), page, limit, keys: null })
  return streamWithHead(call, criteria, { start, limit }, head)
}

/** Reads `head` and the rows from one snapshot, on a separate connection. */
async function streamWithHead<Head extends { count: number }>(
  call: Call,
  criteria: ListCriteria,
  { start, limit, searchText }: { start: PageStart; limit: number; searchText?: string },
  head: (tx: Tx) => Promise<Head>,
) {
  const { tx, asOf, stream, end } = await startLongRead(call)
  try {
    const header = await head(tx)
    // More rows than a screen shows: recorded as an export.
    await recordExport(call, {
      ...criteriaSubject(criteria, searchText),
      rows: Math.min(header.count, limit),
      as: 'list',
    })
    const data: AsyncIterable<JsonText> = stream(streamBatches(tx, criteria, start, limit))
    return { ...header, data, ...(asOf && { asOf }) }
  } catch (error) {
    await end()
    throw error
  }
}

async function* streamBatches(tx: Tx, criteria: ListCriteria, start: PageStart, limit: number) {
  let next: PageStart | null = start
  for (let remaining = limit; next && remaining > 0; remaining -= batchSize) {
    const { lines, last }: Batch = await selectBatch(tx, criteria, next, batchSize)
    const wanted = lines.slice(0, remaining)
    for (let at = 0; at < wanted.length; at += linesPerChunk)
      yield new JsonText(`[${wanted.slice(at, at + linesPerChunk).join(',')}]`)
    next = last && lines.length === batchSize ? { after: last } : null
  }
}

/** The queues that have what a search found nowhere in its list; that list's own queue too where it is narrowed. */
async function countElsewhere(tx: Tx, { view, search, ...criteria }: ListCriteria): Promise<Elsewhere> {
  const wholeView = { ...view, month: undefined }
  const everywhere = {
    ...criteria,
    view: wholeView,
    search,
    queue: 'allOrder',
    exact: {},
    filters: {},
  } as const
  const { rows } = await sql<Record<ExclusiveQueueName, number>>`${sql.raw(plannedEachTime)}
    select ${sql.join(
      exclusiveQueueNames.map(
        (queue) => sql`count(*) filter (where ${inQueue(queue, wholeView)}) as ${sql.ref(queue)}`,
      ),
    )}
    from orders where ${matchesCriteria(everywhere)}
  `.execute(tx)
  const counts = onlyRow(rows)
  return exclusiveQueueNames
    .map((queue) => ({ queue, count: counts[queue] }))
    .filter(({ count }) => count > 0)
}

export const listCalls = implement(contract, {
  listOrders: readOnce((call, { params, query }) => listPage(call, params.orderName, query), {
    when: ({ query }) => isLongList(query),
    handler: (call, { params, query }) => streamList(call, params.orderName, query),
  }),
  /** Rows `start` to `end` of a search in a queue, with the total; the audit records the ids. */
  searchOrders: handle(async (call, { body }) => {
    requireHistoryAccess(call.actor, body.folderName)
    const search = requireSearch(call, body.searchVal)
    const { searchVal, folderName, start: _from, end: _to, exactCount: _all, ...narrowed } = body
    const criteria = { ...createCriteria(call, folderName, narrowed), search }
    const limit = Math.max(body.end - body.start, 0)
    const start = { offset: body.start }
    const head = async (tx: Tx) => {
      const isExact = body.exactCount ?? false
      return counted(await countMatches(tx, criteria, isExact ? undefined : exactCountLimit + 1), isExact)
    }
    if (limit > batchSize)
      return streamWithHead(call, criteria, { start, limit, searchText: searchVal }, head)
    return inRecordedSnapshot(call.db, async (tx) => {
      const [rows, header] = await Promise.all([
        limit > 0 ? selectFound(tx, criteria, body.start, limit) : [],
        head(tx),
      ])
      const elsewhere = header.count === 0 ? await countElsewhere(tx, criteria) : []
      await recordAudit(auditContext({ ...call, tx }), 'searched', {
        ...criteriaSubject(criteria, searchVal),
        found: header.count,
        orders: rows.map(({ order_id }) => order_id),
      })
      return {
        ...header,
        ...(elsewhere.length > 0 && { elsewhere }),
        data: rows.map(({ sort_key: _key, ...row }) => row),
      }
    })
  }),
  filterOptions: readOnce(async ({ db }) => ({ data: await selectFilterOptions(db) })),
  urgencyCounts: readOnce(async (call, { params: { orderName: queue } }) => {
    requireHistoryAccess(call.actor, queue)
    return { data: await countUrgencies(call.db, queue, { ...viewOf(call), now: call.now }) }
  }),
})
