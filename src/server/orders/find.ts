import { sql } from 'kysely'
import * as contract from '#contract/orders.ts'
import { maxResults, type FoundOrder } from '#contract/orders.ts'
import { foldedWords, formsOfWord, isOneLetterApart, mayBeMistaken } from '#contract/rules/name-words.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inRecordedSnapshot, type Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { viewOf } from './counts.ts'
import type { Search } from './list-criteria.queries.ts'
import { selectFound } from './list.queries.ts'
import { parseSearch } from './search.ts'

/** Spellings tried for one word; a short word has many neighbours. */
const mostSpellings = 20

/** The newest orders of all queues that a search finds. */
async function select(tx: Tx, call: Call, search: Search | null): Promise<FoundOrder[]> {
  if (!search) return []
  const criteria = {
    queue: 'allOrder',
    view: viewOf(call),
    sort: 'created_at',
    order: 'desc',
    now: call.now,
    exact: {},
    filters: {},
    search,
  } as const
  return (await selectFound(tx, criteria, 0, maxResults)).map(({ sort_key: _key, ...row }) => row)
}

async function find(tx: Tx, call: Call, text: string): Promise<FoundOrder[]> {
  const found = await select(tx, call, parseSearch(call, text))
  if (found.length > 0) return found
  const mistaken = await select(tx, call, await mistakenSearch(tx, foldedWords(text)))
  return mistaken.map((order) => ({ ...order, found_by: 'one letter apart' }))
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
  findOrders: handle((call, { body: { text } }) =>
    inRecordedSnapshot(call.db, async (tx) => {
      const found = await find(tx, call, text)
      await recordAudit(auditContext({ ...call, tx }), 'searched', {
        what: 'all queues',
        letters: [...text.trim()].length,
        found: found.length,
        orders: found.map(({ order_id }) => order_id),
      })
      return { data: found }
    }),
  ),
})

/** Folded words of names that have one of these forms. */
async function selectWordsOfForm(tx: Tx, forms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from name_words where forms && ${forms}::text[]`.execute(tx)
  return rows.map(({ word }) => word)
}
