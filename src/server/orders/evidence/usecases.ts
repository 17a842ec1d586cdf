import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Seal } from '#server/platform/seal/seal.ts'
import type { Platform } from '#server/platform/work.ts'
import {
  backfillIsPending,
  deleteKeys,
  endBackfill,
  insertKeys,
  lockBackfill,
  moveBackfill,
  ordersAfter,
  undisputedWith,
  type SameCustomer,
} from './queries.ts'
import { evidenceKeysOf, transactedAt, type EvidenceSource } from './rules.ts'

export interface OrderWithEvidence extends EvidenceSource {
  order_id: number
  created_at: Date
}

interface Keeping {
  tx: Tx
  seal: Pick<Seal, 'hash'>
}

const keysOf = (orders: readonly OrderWithEvidence[], seal: Pick<Seal, 'hash'>) =>
  orders.flatMap((order) =>
    evidenceKeysOf(order, seal).map((key) => ({
      ...key,
      order_id: order.order_id,
      transacted_at: transactedAt(order.created_at, order.payment),
    })),
  )

/** Keeps the keys by which a later order's defence pack finds these. */
export const keepEvidenceKeys = (
  { tx, seal }: Keeping,
  orders: readonly OrderWithEvidence[],
): Promise<void> => insertKeys(tx, keysOf(orders, seal))

/** After a correction: the keys are those of the order as it is now. */
export async function renewEvidenceKeys({ tx, seal }: Keeping, order: OrderWithEvidence): Promise<void> {
  await deleteKeys(tx, order.order_id)
  await insertKeys(tx, keysOf([order], seal))
}

/** Visa's Compelling Evidence 3.0 counts orders that are so many days older, both ends inclusive. */
export const earlierDays = { least: 120, most: 365 } as const

const dayMs = 86_400_000

/** Earlier undisputed orders of the same card, account, e-mail, IP address or device (product §8). */
export async function earlierOrdersOf(
  { tx, seal }: Keeping,
  order: OrderWithEvidence,
  limit: number,
): Promise<{ found: SameCustomer[]; count: number }> {
  const at = transactedAt(order.created_at, order.payment).getTime()
  const hashes = evidenceKeysOf(order, seal).map(({ hash }) => hash)
  return undisputedWith(tx, hashes, {
    from: new Date(at - earlierDays.most * dayMs),
    to: new Date(at - earlierDays.least * dayMs),
    except: order.order_id,
    limit,
  })
}

const batchSize = 500

/** One batch of orders that came before there were keys; false when none is left, or another process is at it. */
export const fillSomeEvidenceKeys = ({ db, seal }: Platform): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const after = await lockBackfill(tx)
    if (after === undefined) return false
    const orders = await ordersAfter(tx, after, batchSize)
    const last = orders.at(-1)
    if (!last) {
      await endBackfill(tx)
      return false
    }
    await keepEvidenceKeys(
      { tx, seal },
      orders.map(({ sealed, ...order }) => ({
        ...order,
        payment: seal.open<Pick<EvidenceSource, 'payment'>>(order.order_id, sealed).payment,
      })),
    )
    await moveBackfill(tx, last.order_id)
    return true
  })

/** Whether orders that came before there were keys still wait for theirs. */
export const evidenceKeysAreMissing = (tx: Tx): Promise<boolean> => backfillIsPending(tx)
