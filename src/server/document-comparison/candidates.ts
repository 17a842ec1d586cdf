import { setImmediate as nextTurn } from 'node:timers/promises'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { latinWords, nameKey } from '#contract/rules/latin-words.ts'
import { passportHash } from '#server/orders/journey-keys.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { lockCandidates, selectCandidateIds, type CandidateRow, type Criteria } from './candidates.queries.ts'
import { rankCandidates, type Candidate } from './certainty.ts'
import { comparable } from './comparable-order.ts'
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
  return {
    ids: [...new Set([...addressedTo, ...orderIdsIn(all)])],
    passportHashes: [...new Set(numbers)].flatMap((number) => passportHash(seal, number) ?? []),
    nameKeys: [...new Set([...labelled.names.map(nameKey), ...nameKeysIn(all)])],
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
