import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { nations } from '#server/demo/nations.ts'
import { createDemoOrder } from '#server/demo/orders.ts'
import { createBuyer } from '#server/demo/payments.ts'
import { createPerson } from '#server/demo/people.ts'
import { createChance } from '#server/demo/random.ts'

const startedAt = Date.parse('2021-11-01T00:00:00Z')
const minutes = (count: number) => count * 60_000

/**
 * The lines of an NDJSON file as an agency brings its past along: every other order has its id, nine of ten are completed,
 * a third has a remark. Seeded.
 */
export function* importedOrders(count: number): Generator<string> {
  const chance = createChance(20_261_123)
  const stepMs = (5 * 365 * 24 * 3_600_000) / count
  for (let index = 0; index < count; index += 1) {
    const createdAt = new Date(startedAt + index * stepMs)
    const today = jakartaToday(createdAt)
    const customer = createPerson(chance, { nation: chance.pick(nations), today, age: [18, 75] })
    const order = createDemoOrder(chance, {
      customer,
      buyer: createBuyer(chance),
      createdAt,
      travelDate: addDays(today, chance.integer(1, 60)),
      mode: 'standard',
      termsVersion: '1',
    })
    const isCompleted = chance.percent(90)
    yield `${JSON.stringify({
      ...order,
      ...(index % 2 === 0 && { order_id: 100_000_000 + index * 7 }),
      email: `customer.${index}@example.com`,
      transaction_id: `pi_${index.toString(36)}`,
      created_at: createdAt.toISOString(),
      process_status: isCompleted ? 'Completed' : 'New',
      ...(isCompleted && {
        processing_date: new Date(createdAt.getTime() + minutes(chance.integer(20, 1200))).toISOString(),
        processed_by: `Former Member ${chance.integer(1, 12)}`,
      }),
      ...(chance.percent(33) && {
        remark: [
          {
            us_date: `${today.slice(5, 7)}-${today.slice(8)}-${today.slice(0, 4)}`,
            us_time: '10:15:00',
            remark_name: `Former Member ${chance.integer(1, 12)}`,
            remark: 'Called the customer about the flight.',
          },
        ],
      }),
    })}\n`
  }
}
