import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChance, type Chance } from '#server/demo/random.ts'
import { folderCounts } from '#contract/orders.ts'
import { anOrder } from '../../test/support/orders.ts'
import { startServerProcess, type ServerProcess } from '../../test/support/server-process.ts'
import {
  postToStripeHook,
  stripeDispute,
  stripeEvent,
  stripeSecrets,
} from '../../test/support/stripe-events.ts'
import { serverEnvironment, startTestApp, testIntakeKey, type TestApp } from '../../test/support/test-app.ts'
import { reportFigures, thousands } from '../figures.ts'

/** Deliveries; each event is delivered twice. */
const deliveryCount = Number(process.env['DISPUTE_EVENTS'] ?? 10_000)
const deliveriesPerKill = 250
const workers = 6
const env = { STRIPE_WEBHOOK_SECRETS: stripeSecrets.join(',') }
const seed = Number(process.env['DISPUTE_SEED'] ?? 1)

let inOrder: TestApp
let mixed: TestApp
let server: ServerProcess
let start: () => Promise<ServerProcess>
beforeAll(async () => {
  inOrder = await startTestApp({ env })
  mixed = await startTestApp({ env })
  start = () =>
    startServerProcess({
      ...serverEnvironment(mixed),
      ...env,
      INTAKE_KEY: testIntakeKey,
      LOG_LEVEL: 'error',
    })
  server = await start()
})
afterAll(async () => {
  await server.end()
  await mixed.stop()
  await inOrder.stop()
})

interface Life {
  order: Record<string, unknown>
  events: object[]
}

const statusesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  inquiry: [
    ['warning_needs_response', 'warning_under_review', 'warning_closed'],
    ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review', 'lost', 'won'],
  ],
  chargeback: [
    ['needs_response', 'lost'],
    ['needs_response', 'under_review', 'won'],
    ['needs_response', 'under_review', 'lost', 'won'],
  ],
  compliance: [['needs_response', 'under_review', 'lost']],
  resolution: [['prevented']],
  block: [['prevented']],
}

/** An order with what Stripe tells of its payment, in order. */
function makeLife(chance: Chance, index: number): Life {
  const [payment, charge] = [`pi_${index}`, `ch_${index}`]
  const ids = { payment_intent: payment, charge }
  let at = Date.UTC(2026, 9, 1) + index * 1000
  const events: object[] = []
  const tell = (type: string, object: object) => {
    at += chance.integer(1, 48) * 3_600_000
    events.push(stripeEvent(type, new Date(at), object))
  }
  const dispute = (id: string) => {
    const kind = chance.pick(Object.keys(statusesOf))
    const statuses = chance.pick(statusesOf[kind] ?? [])
    const amount = chance.pick([4900, 4900, 6400, 1500])
    for (const [step, status] of statuses.entries()) {
      const case_type = kind === 'inquiry' && !status.startsWith('warning') ? 'chargeback' : kind
      const card = { brand: 'visa', case_type, network_reason_code: '13.1' }
      const type = step === 0 ? 'created' : step === statuses.length - 1 ? 'closed' : 'updated'
      tell(
        `charge.dispute.${type}`,
        stripeDispute({ ...ids, id, status, amount, payment_method_details: { card } }),
      )
    }
  }
  if (chance.percent(35)) {
    const warning = { id: `issfr_${index}`, ...(chance.percent(50) ? ids : { charge }), created: at / 1000 }
    tell('radar.early_fraud_warning.created', { ...warning, actionable: true })
    if (chance.percent(40)) tell('radar.early_fraud_warning.updated', { ...warning, actionable: false })
  }
  const refunds = chance.pick([[], [], [1500], [1500, 4900], [4900]])
  for (const amount_refunded of refunds)
    tell('charge.refunded', { id: charge, payment_intent: payment, amount_refunded, currency: 'usd' })
  dispute(`dp_${index}`)
  if (chance.percent(10)) dispute(`dp_${index}b`)
  const sale = { amount: '49.00', currency: 'USD', transaction_id: payment, gateway: 'Stripe' }
  return { order: anOrder(sale), events }
}

/** Asks again until it is taken. */
async function untilTaken(attempt: () => Promise<number>): Promise<void> {
  for (;;) {
    const status = await attempt()
    if (status === 200) return
    if (status > 0 && status < 500) throw new Error(`refused with ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const createOrder = (url: () => string, order: Record<string, unknown>) =>
  untilTaken(async () => {
    const response = await fetch(`${url()}/api/intake/orders`, {
      method: 'POST',
      headers: {
        authorization: testIntakeKey,
        'content-type': 'application/json',
        'idempotency-key': String(order['transaction_id']),
      },
      body: JSON.stringify(order),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    return response?.status ?? 0
  })

const shuffled = <T>(chance: Chance, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: chance.integer(0, 1_000_000_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)

const inParallel = async (run: () => Promise<void>) => {
  await Promise.all(Array.from({ length: workers }, run))
}

async function deliverInOrder(lives: readonly Life[]): Promise<void> {
  const queue = [...lives]
  await inParallel(async () => {
    for (let life = queue.pop(); life; life = queue.pop()) {
      await createOrder(() => inOrder.url, life.order)
      for (const event of life.events) await untilTaken(() => postToStripeHook(inOrder.url, event))
    }
  })
}

type Delivery = { order: Record<string, unknown> } | { event: object }

/** Every event twice in any order, each tenth order late, each tenth event lost at its first try; returns the kills. */
async function deliverMixed(
  chance: Chance,
  lives: readonly Life[],
): Promise<{ kills: number; lost: number }> {
  const orders = lives.map(({ order }) => ({ order }))
  const late = orders.filter(() => chance.percent(10))
  const early: Delivery[] = orders.filter((it) => !late.includes(it))
  const events = lives.flatMap((life) => life.events.map((event) => ({ event })))
  const queue: Delivery[] = [...shuffled(chance, [...events, ...events, ...late]), ...early]
  let [sent, kills, lost] = [0, 0, 0]
  await inParallel(async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      if ('order' in next) {
        await createOrder(() => server.url, next.order)
        continue
      }
      const { event } = next
      if (chance.percent(10)) {
        // The answer does not arrive: what the server did is not known, and the event comes again later.
        await postToStripeHook(server.url, event, { answerWithinMs: chance.integer(0, 15) })
        queue.splice(chance.integer(0, queue.length), 0, next)
        lost += 1
        continue
      }
      await untilTaken(() => postToStripeHook(server.url, event))
      sent += 1
      if (sent % 1000 === 0) console.log(`${sent} events`)
      if (sent % deliveriesPerKill !== 0) continue
      kills += 1
      await server.end('SIGKILL')
      server = await start()
    }
  })
  return { kills, lost }
}

async function loadState({ owner }: TestApp) {
  const orders = await sql<Record<string, unknown>>`
    select o.transaction_id, o.process_status, o.refund_date is not null as is_refunded, o.dispute_due_at::text,
      o.dispute_outcome, o.dispute_settled_as, f.amount::text as refunded,
      (select count(*)::int from order_events e where e.order_id = o.order_id and e.action = 'moved') as moves
    from orders o left join refunds f using (order_id)
    order by 1`.execute(owner)
  const disputes = await sql<Record<string, unknown>>`
    select d.gateway_dispute_id, o.transaction_id, d.stage, d.reason, d.outcome, d.settled_as, d.amount::text,
      d.due_at::text, d.is_due_guessed, d.updated_at::text, d.moved_as
    from disputes d left join orders o using (order_id)
    order by 1`.execute(owner)
  const refunds = await sql<Record<string, unknown>>`
    select g.charge_id, o.transaction_id, g.amount::text, g.currency, g.updated_at::text
    from gateway_refunds g left join orders o using (order_id)
    order by 1`.execute(owner)
  return { orders: orders.rows, disputes: disputes.rows, refunds: refunds.rows }
}

async function loadCounts(app: TestApp): Promise<Record<string, number>> {
  const { body } = await app.call(folderCounts, {}, { token: await app.signInAs('Admin') })
  return body.data
}

const differencesOf = (expected: readonly object[], found: readonly object[]): string[] => {
  const rows = new Set(found.map((row) => JSON.stringify(row)))
  return expected.map((row) => JSON.stringify(row)).filter((row) => !rows.has(row))
}

test('events shuffled, doubled, delayed and lost at the first try, with kills, end as in order', async () => {
  const chance = createChance(seed)
  const lives: Life[] = []
  for (let told = 0; told < deliveryCount / 2;) {
    const life = makeLife(chance, lives.length)
    lives.push(life)
    told += life.events.length
  }
  const events = lives.flatMap((life) => life.events).length
  await deliverInOrder(lives)
  const { kills, lost } = await deliverMixed(chance, lives)

  const [expected, found] = [await loadState(inOrder), await loadState(mixed)]
  const [expectedCounts, counts] = [await loadCounts(inOrder), await loadCounts(mixed)]
  const differences = [
    ...differencesOf(expected.orders, found.orders),
    ...differencesOf(expected.disputes, found.disputes),
    ...differencesOf(expected.refunds, found.refunds),
  ]
  const rows = found.orders.length + found.disputes.length + found.refunds.length
  reportFigures({
    tried: `${thousands(events * 2)} deliveries of ${thousands(events)} events of ${thousands(lives.length)} orders, ${thousands(lost)} more lost at the first try, ${kills} kills`,
    found: `${differences.length} of ${thousands(rows)} rows differ from those in order`,
  })
  for (const row of differences.slice(0, 10)) console.log(row)
  expect(differences).toEqual([])
  expect([found.orders.length, found.disputes.length, found.refunds.length]).toEqual([
    expected.orders.length,
    expected.disputes.length,
    expected.refunds.length,
  ])
  expect(counts).toEqual(expectedCounts)
})
