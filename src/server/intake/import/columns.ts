import { importedKeys } from '#contract/intake.ts'
import { isDeclarationKey } from '#contract/rules/order-fields.ts'
import { refuse } from '#server/platform/refusal.ts'

export interface Column {
  /** As the file has it. */
  head: string
  /** The field that the column becomes; '' for a column without a head. */
  key: string
}

/** `Arrival Full-Name` and `arrival_full_name` are one head. */
const normaliseHead = (head: string): string =>
  head
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')

const keyByHead = new Map(importedKeys.map((key) => [normaliseHead(key), key]))

const isKnown = (key: string) => importedKeys.some((known) => known === key)

/** Refuses two columns of one field, and a head without any field. */
export function readColumns(path: string, heads: readonly string[]): Column[] {
  const columns = heads.map((head) => ({
    head,
    key: keyByHead.get(normaliseHead(head)) ?? head.replaceAll(/\p{Cf}/gu, '').trim(),
  }))
  for (const [at, { key }] of columns.entries()) {
    const first = columns.findIndex((column) => column.key === key)
    if (key !== '' && first < at)
      refuse('invalid', `${path}: columns ${first + 1} and ${at + 1} are both ${key}. Nothing was imported.`)
  }
  if (!columns.some(({ key }) => isKnown(key)))
    refuse('invalid', `${path} has no head: its first line names no field. Nothing was imported.`)
  return columns
}

/** The number of single changes that make one text of another. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length] ?? 0
}

/** What becomes of a column, in words for a preview; `isDoubtful` where no field has its head. */
export function describeColumn({ key }: Column): { becomes: string; isDoubtful: boolean } {
  if (key === '') return { becomes: 'no head: a line that fills it is refused', isDoubtful: false }
  if (isKnown(key)) return { becomes: key, isDoubtful: false }
  const near = importedKeys.find((known) => editDistance(known, normaliseHead(key)) <= 2)
  const question = near ? `; is it ${near}?` : ''
  return isDeclarationKey(key)
    ? { becomes: `no known field: kept and shown by its name${question}`, isDoubtful: true }
    : { becomes: `no field: a line that fills it is refused${question}`, isDoubtful: true }
}
