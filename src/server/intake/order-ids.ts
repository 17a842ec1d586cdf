import { createHmac } from 'node:crypto'
import type { Tx } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { selectNextNumbers, selectTakenIds } from './receive-order.queries.ts'

/** Never change this: another purpose would repeat ids of existing orders. */
const permutationPurpose = 'order id permutation'

/** More orders than come between a backup and its restore; there are nine thousand million ids. */
const passedOver = 100_000

/** After a restore: skips ids that were allocated after the backup and stand in customers' mails. */
export const passOverOrderIds = (tx: Tx) => selectNextNumbers(tx, passedOver)

/** New order ids, which cannot be guessed from each other (product §5, Intake). Ids in use are skipped. */
export async function allocateOrderIds(
  { tx, seal }: Pick<Work, 'tx' | 'seal'>,
  count: number,
): Promise<number[]> {
  const key = seal.hash(permutationPurpose, '')
  const ids: number[] = []
  while (ids.length < count) {
    const numbers = await selectNextNumbers(tx, count - ids.length)
    const candidates = numbers.map((number) => permutedOrderId(key, number))
    const taken = await selectTakenIds(tx, candidates)
    ids.push(...candidates.filter((id) => !taken.has(id)))
  }
  return ids
}

/** Ids of ten digits. */
const lowestId = 1_000_000_000
const idCount = 9_000_000_000

/** Half of the 34 bits that hold all ids. */
const halfSize = 2 ** 17
const rounds = 6

/** A round's function of a half: 17 bits of an HMAC. */
const roundValue = (key: Buffer, round: number, half: number): number =>
  createHmac('sha256', key).update(`${round} ${half}`).digest().readUInt32BE() % halfSize

/** A Feistel network over 34 bits: a permutation whatever its round function is. */
function permute(key: Buffer, value: number): number {
  let [left, right] = [Math.floor(value / halfSize), value % halfSize]
  for (let round = 0; round < rounds; round += 1)
    [left, right] = [right, (left + roundValue(key, round, right)) % halfSize]
  return left * halfSize + right
}

/** Ten digits, unique, and unpredictable without the key (product §5, Intake). */
export function permutedOrderId(key: Buffer, number: number): number {
  let value = number % idCount
  // Values outside the range are permuted again; this ends, because a permutation has only cycles.
  do value = permute(key, value)
  while (value >= idCount)
  return lowestId + value
}
