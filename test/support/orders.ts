import { createOrder } from '#contract/intake.ts'
import { testIntakeKey, type TestApp } from './test-app.ts'

let made = 0

/** An arrival order as a landing site sends it; `changes` override or add fields. */
export function anOrder(
  changes: Record<string, unknown> = {},
): { landing_domain: string } & Record<string, unknown> {
  made += 1
  return {
    landing_domain: 'arrival.pabean.example',
    email: `buyer${made}@example.com`,
    arrival_full_name: `Traveller ${made}`,
    arrival_email: `traveller${made}@example.com`,
    arrival_nationality: 'IDN',
    arrival_passport_number: `C${1_000_000 + made}`,
    arrival_phone_code: '62',
    arrival_phone_number: `8123${100_000 + made}`,
    ...changes,
  }
}

/** Creates an order over the intake API and returns its id. */
export async function takeIn(app: TestApp, changes: Record<string, unknown> = {}): Promise<number> {
  const { http, body } = await app.call(createOrder, { body: anOrder(changes) }, { token: testIntakeKey })
  if (http !== 200) throw new Error(`intake answered ${http}: ${body.message}`)
  return body.data.order_id
}
