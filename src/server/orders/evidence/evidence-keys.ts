import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Seal } from '#server/platform/seal.ts'
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
} from './evidence-keys.queries.ts'
import {
  evidenceKeysOf,
  evidenceKinds,
  evidenceValues,
  isSame,
  transactedAt,
  type EvidenceKind,
  type EvidenceSource,
} from './evidence-kinds.ts'

export interface OrderWithEvidence extends EvidenceSource {
  order_id: number
  created_at: Date
}

/** When an order was paid, else placed. */
export const transactionTime = ({ created_at, payment }: OrderWithEvidence): Date =>
  transactedAt(created_at, payment)

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

/** Of two orders, whether a kind of key tells the same customer; null where one of them has none. */
export type Likeness = Record<EvidenceKind, boolean | null>

const given = (kind: EvidenceKind, source: EvidenceSource) =>
  evidenceValues[kind](source).filter((value) => value.trim() !== '')

export function likenessOf(one: EvidenceSource, other: EvidenceSource): Likeness {
  const alike = (kind: EvidenceKind) => {
    const [values, others] = [given(kind, one), given(kind, other)]
    if (values.length === 0 || others.length === 0) return null
    return values.some((value) => others.some((it) => isSame(kind, value, it)))
  }
  return Object.fromEntries(evidenceKinds.map((kind) => [kind, alike(kind)])) as Likeness
}

/** Whether two IP addresses were captured and are one, however they are written. */
export const isSameIp = (one: string | undefined, other: string | undefined): boolean =>
  isSame('ip', one, other)

/** Whether two e-mail addresses were captured and are one. */
export const isSameEmail = (one: string | undefined, other: string | undefined): boolean =>
  isSame('email', one, other)

export interface Span {
  from: Date
  /** Inclusive. */
  to: Date
}

/**
 * Undisputed orders of the same card, account, e-mail, IP address or device that were paid in a span of time
 * (product §8): those that share most first, then the latest. `count` is of all.
 */
export const undisputedOrdersLike = (
  { tx, seal }: Keeping,
  order: OrderWithEvidence,
  span: Span,
  limit: number,
): Promise<{ found: SameCustomer[]; count: number }> =>
  undisputedWith(
    tx,
    evidenceKeysOf(order, seal).map(({ hash }) => hash),
    { ...span, except: order.order_id, limit },
  )

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
