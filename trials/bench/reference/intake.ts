import { randomInt } from 'node:crypto'
import { prepareOrder } from '#server/intake/prepare-order.ts'
import { createEvidenceKeys } from '#server/orders/evidence-kinds.ts'
import type { IntakeOrder } from '#contract/intake.ts'
import type { Reference, ReferenceCall } from './reference.ts'

const columns = [
  'order_id',
  'landing_domain',
  'process_status',
  'processing_mode',
  'created_at',
  'travel_date',
  'window_opens_on',
  'due_at',
  'process_month',
  'prefix',
  'full_name',
  'email',
  'traveller_email',
  'phone_code',
  'phone_number',
  'departure_time',
  'nationality',
  'country_name',
  'country_iso2',
  'transport_type',
  'language',
  'amount',
  'currency',
  'transaction_id',
  'merchant_name',
  'search_text',
  'telephone',
  'search_version',
].join(', ')

const statement = `with placed as (
    insert into orders (${columns}, passport_hash, sealed)
    select ${columns}, $2, $3 from jsonb_populate_record(null::orders, $1)
    returning order_id, created_at
  ), keys as (
    insert into order_evidence_keys (order_id, kind, hash, transacted_at)
    select order_id, k.kind, k.hash, created_at from placed, unnest($4::text[], $5::bytea[]) as k (kind, hash)
  )
  insert into order_events (order_id, at, actor, action, details) select order_id, created_at, 'reference', 'created', '{}' from placed`

/** A key is derived for each hash, as in the product. */
export async function createOrder({ pool, seal }: Reference, { body }: ReferenceCall): Promise<string> {
  const sent = JSON.parse(body.toString()) as IntakeOrder
  // Longer than the product's ids, so that the two never collide.
  const orderId = randomInt(10_000_000_000, 200_000_000_000_000)
  const order: IntakeOrder = Object.assign(
    { processing_mode: 'standard', familyMember: [], importingGoods: [] },
    sent,
  )
  const {
    customer,
    passport_hash: passportHash,
    ...row
  } = prepareOrder(order, {
    orderId,
    createdAt: new Date(),
    schedule: { windowDays: 3, promiseHours: { standard: 24, priority: 4 } },
    seal,
  })
  const keys = createEvidenceKeys({ ...row, payment: customer.payment }, seal)
  await pool.query({
    name: 'intake',
    text: statement,
    values: [
      JSON.stringify(row),
      passportHash,
      seal.seal('orders.sealed', orderId, customer),
      keys.map(({ kind }) => kind),
      keys.map(({ hash }) => hash),
    ],
  })
  const { process_status, processing_mode, process_month } = row
  return JSON.stringify({
    status: 1,
    message: 'Order has been received.',
    data: {
      order_id: orderId,
      process_status,
      processing_mode,
      process_month,
      track_url: `/track/${orderId}`,
    },
  })
}
