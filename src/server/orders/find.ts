import { sql } from 'kysely'
import * as contract from '#contract/orders.ts'
import type { FoundOrder } from '#contract/orders.ts'
import { foldedWords, formsOfWord, isOneLetterApart, mayBeMistaken } from '#contract/rules/name-words.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inRecordedSnapshot, type Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { viewOf } from './counts.ts'
import type { ListCriteria, Search } from './list-criteria.queries.ts'
import { asListTotal, exactCountLimit } from './list.ts'
import { countMatches, selectFound } from './list.queries.ts'
import { parseSearch } from './search.ts'

/** Spellings tried for one word; a short word has many neighbours. */
const mostSpellings = 20

interface Found {
  rows: FoundOrder[]
  count: number
}

/** The newest orders of all queues that a search finds, and the number of all. */
async function select(tx: Tx, call: Call, search: Search | null, limit: number): Promise<Found> {
  if (!search) return { rows: [], count: 0 }
  const criteria: ListCriteria & { search: Search } = {
    queue: 'allOrder',
    view: viewOf(call),
    sort: 'created_at',
    order: 'desc',
    now: call.now,
    exact: {},
    filters: {},
    search,
  }
  const rows = await selectFound(tx, criteria, 0, limit)
  const count = rows.length < limit ? rows.length : await countMatches(tx, criteria, exactCountLimit + 1)
  return { rows: rows.map(({ sort_key: _key, ...row }) => row), count }
}

async function find(tx: Tx, call: Call, text: string, limit: number): Promise<Found> {
  const found = await select(tx, call, parseSearch(call, text), limit)
  if (found.rows.length > 0) return found
  const { rows, count } = await select(tx, call, await mistakenSearch(tx, foldedWords(text)), limit)
  return { rows: rows.map((order) => ({ ...order, found_by: 'one letter apart' })), count }
}

/** Null if no other spelling is known. */
async function mistakenSearch(tx: Tx, words: readonly string[]): Promise<Search | null> {
  const mistaken = words.filter(mayBeMistaken)
  if (mistaken.length === 0) return null
  const known = await selectWordsOfForm(tx, mistaken.flatMap(formsOfWord))
  const spellings = words.map((word) => [
    word,
    ...known.filter((other) => isOneLetterApart(word, other)).slice(0, mostSpellings),
  ])
  if (!spellings.some(({ length }) => length > 1)) return null
  return { words: spellings, orderId: null, partOfOrderId: null, telephone: null, passport: null }
}

export const findCalls = implement(contract, {
  /**
   * Finds the newest orders of all queues (product §12) by passport number or by words in any order; if there are
   * none, with one letter of a word wrong. Every role finds every order, since each is in a queue that all roles see;
   * only an Admin finds restricted ones.
   */
  findOrders: handle((call, { body: { text, limit } }) =>
    inRecordedSnapshot(call.db, async (tx) => {
      const { rows: found, count } = await find(tx, call, text, limit)
      await recordAudit(auditContext({ ...call, tx }), 'searched', {
        what: 'all queues',
        letters: [...text.trim()].length,
        found: found.length,
        orders: found.map(({ order_id }) => order_id),
      })
      return { data: found, ...asListTotal(count) }
    }),
  ),
})

/** Folded words of names that have one of these forms. */
async function selectWordsOfForm(tx: Tx, forms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from name_words where forms && ${forms}::text[]`.execute(tx)
  return rows.map(({ word }) => word)
}
