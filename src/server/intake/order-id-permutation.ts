import { createHmac } from 'node:crypto'

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
