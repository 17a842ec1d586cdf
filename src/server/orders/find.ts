import { sql } from 'kysely'
import * as contract from '#contract/orders.ts'
import type { Finding, OrderRow } from '#contract/orders.ts'
import { foldedWords, formsOfWord, isOneLetterApart, mayBeMistaken } from '#contract/rules/name-words.ts'
import { toSearchPattern } from '#contract/rules/search-text.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inRecordedSnapshot, type Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { viewOf } from './counts.ts'
import type { ListCriteria } from './list-criteria.queries.ts'
import { asListTotal, exactCountLimit } from './list.ts'
import { countMatches, selectRows } from './list.queries.ts'
import { passportHash } from './journey-keys.ts'

type Search = NonNullable<ListCriteria['search']>

/** Spellings tried for one word; a short word has many neighbours. */
const mostSpellings = 20

/** The trigram index needs three characters. */
const isSearchable = (word: string) => word.length >= 3

/** The newest matches, and the number of all. */
async function find(tx: Tx, call: Call, text: string, limit: number) {
  const select = async (found_by: Finding, search: Search | null) => {
    if (!search) return { rows: [], count: 0 }
    const criteria: ListCriteria = {
      queue: 'allOrder',
      view: viewOf(call),
      sort: 'created_at',
      order: 'desc',
      now: call.now,
      exact: {},
      filters: {},
      search,
    }
    const rows = await selectRows(tx, criteria, { offset: 0 }, limit)
    const count = rows.length < limit ? rows.length : await countMatches(tx, criteria, exactCountLimit + 1)
    return { rows: rows.map(({ sort_key: _key, ...row }) => ({ ...row, found_by })), count }
  }

  const byPassport = await select('passport', passportSearch(call, text))
  const byText = await select('text', textSearch(text))
  const rows = distinct([...byPassport.rows, ...byText.rows]).slice(0, limit)
  if (rows.length > 0) return { rows, count: Math.max(rows.length, byPassport.count, byText.count) }
  return select('one letter apart', await mistakenSearch(tx, foldedWords(text)))
}

/** Several words match in any order; an e-mail, a number or a hyphenated name matches as written. */
function textSearch(text: string): Search | null {
  const words = foldedWords(text)
  const isOfWords = /\s/.test(text.trim()) && !/\d/.test(text) && words.some(isSearchable)
  return isOfWords ? { words: words.map((word) => [word]) } : toSearchPattern(text)
}

const hasDigits = (text: string) => !text.includes('@') && (text.match(/\d/g)?.length ?? 0) >= 2

/** Passport numbers have digits, and at least five characters. */
const passportSearch = ({ seal }: Call, text: string): Search | null => {
  const hash = hasDigits(text) && text.trim().length >= 5 ? passportHash(seal, text) : null
  return hash && { passportHash: hash }
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
  return spellings.some(({ length }) => length > 1) ? { words: spellings } : null
}

const distinct = <Row extends OrderRow>(rows: readonly Row[]): Row[] => {
  const ids = rows.map(({ order_id: id }) => id)
  return rows.filter(({ order_id: id }, at) => ids.indexOf(id) === at)
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
