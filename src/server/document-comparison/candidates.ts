import { setImmediate as nextTurn } from 'node:timers/promises'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { latinWords, nameKey } from '#contract/rules/latin-words.ts'
import { passportHash } from '#server/orders/journey-keys.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { rankCandidates, type Candidate } from './certainty.ts'
import { comparable } from './comparable-order.ts'
import { prepareName } from './compare-names.ts'
import { compareDocument, prepareDocument, type Comparison, type ReadDocument } from './compare-document.ts'
import { orderIdsIn, passportNumbersIn } from './found-numbers.ts'
import { readLabelledValues } from './labelled-values.ts'

export interface FoundCandidate extends Candidate {
  row: CandidateRow
}

export const toCandidate = (row: CandidateRow, comparison: Comparison): FoundCandidate => ({
  orderId: row.order_id,
  isOpen: statusesCompletedByUpload.includes(row.process_status),
  comparison,
  row,
})

/** Yields to the event loop between orders, because a family's comparison takes some time. */
async function compareWithAll(
  { seal }: Pick<Work, 'seal'>,
  read: ReadDocument,
  rows: readonly CandidateRow[],
): Promise<FoundCandidate[]> {
  const document = prepareDocument(read, new Set(rows.map((row) => row.order_id)))
  const found: FoundCandidate[] = []
  for (const row of rows) {
    found.push(toCandidate(row, compareDocument(document, comparable(seal, row))))
    await nextTurn()
  }
  return rankCandidates(found)
}

/** Words of a name, at most; a longer name is found beside its label. */
const maxNameWords = 5
const maxNameKeys = 4000

/** More words of a name with such letters are rare. */
const maxSpellings = 16

/** Also the keys of a name that a passport transcribes, as an order's name has it: Ä, Å, Ñ, Ö, Ø, Ü (ICAO Doc 9303-3 §6). */
function plainKeys(key: string): string[] {
  const spellings = key.split(' ').reduce<string[][]>(
    (all, word) => {
      const plain = word.replaceAll(/(?<=a)[ae]|(?<=[ou])e|(?<=[nu])xx/g, '')
      const words = plain === word || all.length >= maxSpellings ? [word] : [word, plain]
      return all.flatMap((before) => words.map((it) => [...before, it]))
    },
    [[]],
  )
  return spellings.map((words) => words.toSorted().join(' '))
}

/** The keys of possible names: some adjacent words of a line. */
function nameKeysIn(text: string): string[] {
  const keys = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    const words = latinWords(line).filter((word) => !/\d/.test(word))
    for (let from = 0; from < words.length; from++)
      for (let length = 2; length <= maxNameWords && from + length <= words.length; length++) {
        if (keys.size >= maxNameKeys) return [...keys]
        keys.add(
          words
            .slice(from, from + length)
            .toSorted()
            .join(' '),
        )
      }
  }
  return [...keys]
}

function criteriaOf(
  { seal }: Pick<Work, 'seal'>,
  { name, text, qrText, addressedTo }: ReadDocument,
): Criteria {
  const all = `${name}\n${text}\n${qrText}`
  const labelled = readLabelledValues(text)
  const numbers = [...labelled.passports, ...passportNumbersIn(all)]
  const keys = [...labelled.names.flatMap((it) => [nameKey(it), prepareName(it).key]), ...nameKeysIn(all)]
  return {
    ids: [...new Set([...addressedTo, ...orderIdsIn(all)])],
    passportHashes: [...new Set(numbers)].flatMap((number) => passportHash(seal, number) ?? []),
    nameKeys: [...new Set(keys.flatMap(plainKeys))],
  }
}

/** More candidates do not help the member who decides. */
const maxCandidates = 10

/** Best first, locked against erasure. A candidate has a matching identifier, a mention or an addressed mail. */
export async function findCandidates(
  work: Pick<Work<Actor>, 'tx' | 'seal'>,
  read: ReadDocument,
): Promise<FoundCandidate[]> {
  const rows = await lockCandidates(work.tx, await selectCandidateIds(work.tx, criteriaOf(work, read)))
  const compared = await compareWithAll(work, read, rows)
  return compared
    .filter(
      ({ orderId, comparison: { agrees, evidence } }) =>
        // An order that is only named still speaks against the others.
        agrees.length > 0 || evidence.length > 0 || read.addressedTo.includes(orderId),
    )
    .slice(0, maxCandidates)
}

export type CandidateRow = Pick<
  OrderRow,
  | 'order_id'
  | 'full_name'
  | 'process_status'
  | 'prefix'
  | 'travel_date'
  | 'window_opens_on'
  | 'due_at'
  | 'processing_date'
  | 'restricted_at'
  | 'sealed'
> & { documents: number }

interface Criteria {
  ids: readonly number[]
  passportHashes: readonly Buffer[]
  /** Keys of names in Latin letters: their words in alphabetical order. */
  nameKeys: readonly string[]
}

/** Per kind: a number that stands in many documents finds the newest orders. */
const maxOrders = 20

const columns = sql`order_id, full_name, process_status, prefix, travel_date, window_opens_on, due_at, processing_date, restricted_at, sealed,
  (select count(*) from documents d where d.order_id = o.order_id and d.withdrawn_at is null) as documents`

/**
 * The orders that have one of these ids, or whose traveller has one of the numbers, or are open and have one of the
 * names.
 */
async function selectCandidateIds(tx: Tx, { ids, passportHashes, nameKeys }: Criteria): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    (select order_id from orders where order_id = any(${[...ids]}::bigint[]) limit ${maxOrders * 2})
    union
    (select order_id from orders where passport_hash = any(${[...passportHashes]}::bytea[])
      order by created_at desc limit ${maxOrders})
    union
    (select order_id from orders
      where latin_name_key(full_name) = any(${[...nameKeys]}::text[])
        and process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called') and erased_at is null
      order by created_at desc limit ${maxOrders})
  `.execute(tx)
  return rows.map((row) => row.order_id)
}

/** These orders, without erased ones, locked against erasure until the transaction ends. */
async function lockCandidates(tx: Tx, orderIds: readonly number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${columns} from orders o where order_id = any(${[...orderIds]}::bigint[]) and erased_at is null
    order by order_id for key share
  `.execute(tx)
  return rows
}

/** The same without locks, for a list. */
export async function selectCandidates(tx: Tx, orderIds: readonly number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select ${columns} from orders o where order_id = any(${[...orderIds]}::bigint[]) and erased_at is null
  `.execute(tx)
  return rows
}
