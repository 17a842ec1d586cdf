import { receiveDispute, type DisputeSnapshot } from '#server/disputes/receive-dispute.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { backgroundCall } from '#server/platform/work.ts'
import type { TestApp } from './test-app.ts'

let last = 0

/** An event of a gateway on a new dispute. */
export const snapshotOf = (changes: Partial<DisputeSnapshot>): DisputeSnapshot => ({
  gateway: 'Stripe',
  gateway_dispute_id: `dp_${(last += 1)}`,
  charge_id: null,
  payment_intent_id: null,
  transaction_id: null,
  stage: 'chargeback',
  reason: 'not received',
  network: 'visa',
  network_code: '13.1',
  amount: '49.00',
  currency: 'USD',
  opened_at: new Date('2026-11-20T10:00:00Z'),
  updated_at: new Date('2026-11-20T10:00:00Z'),
  due_at: new Date('2026-12-01T02:00:00Z'),
  outcome: 'Open',
  settled_as: null,
  ...changes,
})

/** Stores the event as the gateway's intake does; returns the dispute's row. */
export const receiveSnapshot = ({ platform }: TestApp, snapshot: DisputeSnapshot) =>
  inTransaction(platform.db, (tx) =>
    receiveDispute({ ...backgroundCall(platform, { kind: 'job', name: snapshot.gateway }), tx }, snapshot),
  )

/** A dispute by a transaction that holds no lock of its order. */
export const insertOpenDispute = (tx: Tx, orderId: number, at: Date) => {
  const { settled_as: _settled, ...told } = snapshotOf({ stage: 'inquiry', updated_at: at })
  return tx
    .insertInto('disputes')
    .values({ ...told, order_id: orderId, state_rank: 0, received_at: at })
    .execute()
}
