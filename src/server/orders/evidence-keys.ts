import { recordOf } from '#contract/rules/typed-keys.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Seal } from '#server/platform/seal.ts'
import {
  deleteEvidenceKeys,
  insertEvidenceKeyRows,
  selectUndisputedMatches,
  type MatchingOrder,
} from './evidence-keys.queries.ts'
import {
  createEvidenceKeys,
  evidenceKinds,
  evidenceValues,
  isSameValue,
  transactedAt,
  type EvidenceKind,
  type EvidenceSource,
} from './evidence-kinds.ts'

export interface OrderWithEvidence extends EvidenceSource {
  order_id: number
  created_at: Date
}

export const transactionTime = ({ created_at, payment }: OrderWithEvidence): Date =>
  transactedAt(created_at, payment)

interface EvidenceContext {
  tx: Tx
  seal: Pick<Seal, 'hash'>
}

/** The keys by which the defence pack of a later order finds these orders. */
export const createKeyRows = (orders: readonly OrderWithEvidence[], seal: Pick<Seal, 'hash'>) =>
  orders.flatMap((order) =>
    createEvidenceKeys(order, seal).map((key) => ({
      ...key,
      order_id: order.order_id,
      transacted_at: transactionTime(order),
    })),
  )

export async function replaceEvidenceKeys(
  { tx, seal }: EvidenceContext,
  order: OrderWithEvidence,
): Promise<void> {
  await deleteEvidenceKeys(tx, order.order_id)
  await insertEvidenceKeyRows(tx, createKeyRows([order], seal))
}

/** Whether two orders share a value, for each kind of key; null if an order has no value. */
export type EvidenceMatch = Record<EvidenceKind, boolean | null>

const capturedValues = (kind: EvidenceKind, source: EvidenceSource) =>
  evidenceValues[kind](source).filter((value) => value.trim() !== '')

export function compareEvidence(one: EvidenceSource, other: EvidenceSource): EvidenceMatch {
  const matches = (kind: EvidenceKind) => {
    const [values, others] = [capturedValues(kind, one), capturedValues(kind, other)]
    if (values.length === 0 || others.length === 0) return null
    return values.some((value) => others.some((it) => isSameValue(kind, value, it)))
  }
  return recordOf(evidenceKinds, matches)
}

export const isSameIp = (one: string | undefined, other: string | undefined): boolean =>
  isSameValue('ip', one, other)

export const isSameEmail = (one: string | undefined, other: string | undefined): boolean =>
  isSameValue('email', one, other)

export interface DateRange {
  from: Date
  /** Inclusive. */
  to: Date
}

/**
 * Undisputed orders with the same card, account, e-mail, IP address or device, paid within `range` (product §8), by
 * number of shared keys, then the latest. `count` is of all.
 */
export const findUndisputedMatches = (
  { db, seal }: { db: Db; seal: EvidenceContext['seal'] },
  order: OrderWithEvidence,
  range: DateRange,
  limit: number,
): Promise<{ found: MatchingOrder[]; count: number }> =>
  selectUndisputedMatches(
    db,
    createEvidenceKeys(order, seal).map(({ hash }) => hash),
    { ...range, except: order.order_id, limit },
  )
