import { expect, test } from 'vitest'
import { disputeRatios, ratioGroups } from '#contract/ratios.ts'
import { countRatios, insertSales, readSales, withoutRates } from '../../test/support/sales.ts'
import { useTestApp } from '../../test/support/use-test-app.ts'

const app = useTestApp()

test('ratios of 100,000 orders equal a count of the same rows', async () => {
  const { db } = app.platform
  await insertSales(db, 100_000)
  const sales = await readSales(db)
  for (const by of [undefined, ...ratioGroups]) {
    const began = Date.now()
    const { body } = await app.as('Admin').call(disputeRatios, { query: by ? { by } : {} })
    console.log(`by ${by}: ${body.data.length} rows in ${Date.now() - began} ms`)
    expect(body.data.map(withoutRates)).toEqual(countRatios(sales, { from: '', to: '9999-12', by }))
  }
})
