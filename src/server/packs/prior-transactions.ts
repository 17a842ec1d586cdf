import {
  compareEvidence,
  transactionTime,
  findUndisputedMatches,
  type EvidenceMatch,
} from '#server/orders/evidence-keys.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { type OrderRecord } from '#server/orders/orders.ts'
import type { Work } from '#server/platform/work.ts'
import { selectPriorOrders } from './prior-transactions.queries.ts'
import { priorTransactionRange, eligibility, type Eligibility } from './compelling-evidence.ts'

interface PriorTransaction {
  order_id: number
  transactedAt: Date
  amount: string | null
  currency: string | null
  match: EvidenceMatch
}

export interface PriorTransactions extends Eligibility {
  from: Date
  to: Date
  /** The orders of the grid; `count` is of all that were found. */
  orders: PriorTransaction[]
  count: number
}

/** Rows in the exhibit's table; only two are required. */
const maxListed = 20

/** Earlier undisputed orders of the same customer, and whether Compelling Evidence 3.0 can be claimed with them. */
export async function findPriorTransactions(
  work: Work,
  order: OrderRecord,
  { payment }: CustomerData,
): Promise<PriorTransactions> {
  const evidenceSource = { ...order, payment }
  const range = priorTransactionRange(transactionTime(evidenceSource))
  const { found, count } = await findUndisputedMatches(work, evidenceSource, range, maxListed)
  const rows = await selectPriorOrders(
    work.tx,
    found.map(({ order_id }) => order_id),
  )
  const orders = found.flatMap(({ order_id, transacted_at }) => {
    const row = rows.find((it) => it.order_id === order_id)
    if (!row) return []
    const match = compareEvidence(evidenceSource, { ...row, payment: openCustomerData(work, row).payment })
    const { amount, currency } = row
    return [{ order_id, transactedAt: transacted_at, amount, currency, match }]
  })
  const captured = {
    card: Boolean(payment.card_fingerprint),
    ip: Boolean(payment.payment_ip),
    device: Boolean(payment.device_id),
  }
  return {
    ...range,
    orders,
    count,
    ...eligibility(
      captured,
      orders.map(({ match }) => match),
    ),
  }
}
