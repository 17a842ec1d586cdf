import { Readable } from 'node:stream'
import type { Body, Query } from '#contract/endpoint.ts'
import type * as contract from '#contract/orders.ts'
import { filterFields, type OrderRow } from '#contract/orders.ts'
import { foldPattern } from '#contract/rules/search-text.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { can } from '#contract/rules/roles.ts'
import { inSnapshot, type Tx } from '#server/platform/db/database.ts'
import { pageOf } from '#server/platform/db/page.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, MemberActor } from '#server/platform/work.ts'
import { countQueue } from './counts.queries.ts'
import { viewOf } from './counts.ts'
import { keyOfRow, readPageKey, writePageKey, type KeyedRow } from './page-key.ts'
import { countMatches, listRows, type Filters, type ListWish, type Start } from './list.queries.ts'

/** Up to here the total of a search is exact; beyond, it is `more` (product §5). */
const searchCap = 1000
/** Rows that are in memory at once, however many are asked for. */
const batch = 500

type ListQuery = Query<typeof contract.listOrders>

export const refuseHistory = (actor: MemberActor, queue: QueueName) => {
  if (queue === 'allOrder' && !can(actor.role, 'seeOrderHistory'))
    refuse('forbidden', 'You are not allowed to see Order History.')
}

/** `filter[field]=value`: any field of a row, compared exactly; an empty value finds what has none. */
function readFilters(query: Record<string, unknown>): Filters {
  const filters: Filters = {}
  for (const [key, value] of Object.entries(query)) {
    const [, name] = /^filter\[(.*)\]$/.exec(key) ?? []
    if (name === undefined) continue
    const field = filterFields.find((known) => known === name)
    if (!field || typeof value !== 'string') return refuse('invalid', `Orders cannot be filtered by ${name}.`)
    filters[field] = value
  }
  return filters
}

export const wishOf = (call: Call, queue: QueueName, query: ListQuery): ListWish => {
  if (query.month !== undefined && queue !== 'futureOrder')
    refuse('invalid', 'Only future orders are listed by month.')
  return {
    queue,
    view: viewOf(call, query.month),
    sort: query.sort ?? 'created_at',
    order: query.order ?? 'desc',
    filters: readFilters(query),
  }
}

const startOf = (query: ListQuery, page: number, limit: number): Start => {
  const given = query.after ?? query.before
  if (given === undefined) return pageOf(page, limit)
  const key = readPageKey(given)
  if (!key) return refuse('invalid', 'The page key is not valid.')
  return query.after === undefined ? { before: key } : { after: key }
}

const total = (tx: Tx, wish: ListWish) =>
  Object.keys(wish.filters).length > 0 ? countMatches(tx, wish) : countQueue(tx, wish.queue, wish.view)

const undressed = ({ sort_key: _key, ...row }: OrderRow & KeyedRow): OrderRow => row

/** `head` and the rows, from one snapshot; more rows than a batch are streamed out of it. */
async function withRows<Head extends object>(
  call: Call,
  wish: ListWish,
  start: Start,
  limit: number,
  head: (tx: Tx) => Promise<Head>,
) {
  if (limit <= batch) {
    return inSnapshot(call.db, async (tx) => {
      const rows = limit > 0 ? await listRows(tx, wish, start, limit) : []
      return { ...(await head(tx)), data: rows.map(undressed), keys: keysOf(rows) }
    })
  }
  const tx = await call.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  // It has only read; other than a commit, this frees the connection also where the database has closed it.
  const end = () =>
    tx
      .rollback()
      .execute()
      .catch((error) => call.log.error({ err: error }, 'the end of a list'))
  try {
    const told = await head(tx)
    const data: AsyncIterable<OrderRow> = Readable.from(batches(tx, wish, start, limit)).once('close', end)
    return { ...told, data, keys: null }
  } catch (error) {
    await end()
    throw error
  }
}

const keysOf = (rows: KeyedRow[]) => {
  const [first, last] = [rows.at(0), rows.at(-1)]
  return first && last ? { first: writePageKey(keyOfRow(first)), last: writePageKey(keyOfRow(last)) } : null
}

/** One page of a queue and its total. */
export async function listOrders(call: Call, queue: QueueName, query: ListQuery) {
  refuseHistory(call.actor, queue)
  const wish = wishOf(call, queue, query)
  const limit = query.limit ?? query.perPage ?? 10
  const page = query.page ?? 1
  const start = startOf(query, page, limit)
  if ('before' in start && limit > batch)
    refuse('invalid', `Backwards at most ${batch} rows are read at once.`)
  return withRows(call, wish, start, limit, async (tx) => ({ count: await total(tx, wish), page, limit }))
}

async function* batches(tx: Tx, wish: ListWish, start: Start, limit: number) {
  let from = start
  for (let left = limit; left > 0; left -= batch) {
    const rows = await listRows(tx, wish, from, Math.min(batch, left))
    for (const row of rows) yield undressed(row)
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    from = { after: keyOfRow(last) }
  }
}

/** Rows `start` up to `end` of what a search finds in a queue, newest first, and how many there are. */
export async function searchOrders(call: Call, body: Body<typeof contract.searchOrders>) {
  refuseHistory(call.actor, body.folderName)
  const search = foldPattern(body.searchVal)
  if (!search) return refuse('invalid', 'Please enter at least 3 characters.')
  const wish = { ...wishOf(call, body.folderName, { month: body.month }), search }
  const limit = Math.max(body.end - body.start, 0)
  const { keys: _, ...found } = await withRows(call, wish, { offset: body.start }, limit, async (tx) => {
    const count = await countMatches(tx, wish, body.exactCount ? undefined : searchCap + 1)
    const more = !body.exactCount && count > searchCap
    return { count, ...(more && { more }) }
  })
  return found
}
