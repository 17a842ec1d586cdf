import type { Tx } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { permutedOrderId } from './order-id-permutation.ts'
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
