import { createOrder } from '#contract/intake.ts'
import { testIntakeKey, type TestApp } from './test-app.ts'

let orderCount = 0

/** An arrival order as a landing site sends it; `changes` override or add fields. */
export function anOrder(
  changes: Record<string, unknown> = {},
): { landing_domain: string } & Record<string, unknown> {
  orderCount += 1
  return {
    landing_domain: 'arrival.pabean.example',
    email: `buyer${orderCount}@example.com`,
    arrival_full_name: `Traveller ${orderCount}`,
    arrival_email: `traveller${orderCount}@example.com`,
    arrival_nationality: 'IDN',
    arrival_passport_number: `C${1_000_000 + orderCount}`,
    arrival_phone_code: '62',
    arrival_phone_number: `8123${100_000 + orderCount}`,
    ...changes,
  }
}

let orderId = 2_000_000

/** Creates an order over the intake API, with an id higher than the one before, and returns its id. */
export async function createTestOrder(app: TestApp, changes: Record<string, unknown> = {}): Promise<number> {
  orderId += 1
  const order = { order_id: orderId, ...anOrder(changes) }
  const { http, body } = await app.call(createOrder, { body: order }, { token: testIntakeKey })
  if (http !== 200) throw new Error(`intake answered ${http}: ${body.message}`)
  return body.data.order_id
}
