import { expect, test } from 'vitest'
import { runDay } from './day.ts'
import { reportFigures } from '../figures.ts'

const orders = Number(process.env.DAY_ORDERS ?? 1000)
/** A few orders do not need the whole day. */
const isLong = orders >= 100

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
    console.table(report)
    reportFigures({
      tried: `${orders} orders, ${report.withDocument} with a document`,
      found: `${report.wrongDocuments} documents at a wrong order, ${report.missed} windows missed`,
    })
    expect(report.orders).toBe(orders)
    expect(report.withDocument).toBeGreaterThan(orders / 2)
    expect(report).toMatchObject({ wrongDocuments: 0, missed: 0 })
  },
)
