import { expect, test } from 'vitest'
import { runDay } from '../day/day.ts'

/** `npm run day` has 1,000. */
const orders = Number(process.env.DAY_ORDERS ?? 16)
const isLong = process.env.DAY_ORDERS !== undefined

test(
  'a day of orders, customers and the customs office: no document goes to a wrong order, and nothing that could be met is missed (product §12)',
  { timeout: 500_000 + orders * 10_000 },
  async () => {
    const report = await runDay({
      orders,
      members: 5,
      ...(isLong
        ? { stepMinutes: 15, hoursOfOrders: 18, log: console.log }
        : { stepMinutes: 60, hoursOfOrders: 4 }),
    })
    if (isLong) console.table(report)
    expect(report.orders).toBe(orders)
    expect(report.withDocument).toBeGreaterThan(orders / 2)
    expect(report).toMatchObject({ wrongDocuments: 0, missed: 0 })
  },
)
