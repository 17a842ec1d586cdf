import { createHmac } from 'node:crypto'
import type { Tx } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { selectNextNumbers, selectTakenIds } from './receive-order.queries.ts'

/** Never another one: it would give ids again that orders have. */
const permutationPurpose = 'order id permutation'

/** More than any agency takes in between a backup and a restore of it; there are nine thousand million. */
const passedOver = 100_000

/** After a restore: ids that were given later than the restored time, and that customers have in their mails, are not given again. */
export const passOverOrderIds = (tx: Tx) => selectNextNumbers(tx, passedOver)

/** New order ids, which nobody can guess from each other (product §5, Intake); those that orders have are passed over. */
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

/** Half of the 34 bits that hold them all. */
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

/**
 * The order id of a number of the sequence: of ten digits, each number has its own, and nobody without the key can tell
 * one from another (product §5, Intake).
 */
export function permutedOrderId(key: Buffer, number: number): number {
  let value = number % idCount
  // Values above the ids are permuted again, which comes to an end because a permutation has only cycles.
  do value = permute(key, value)
  while (value >= idCount)
  return lowestId + value
}
