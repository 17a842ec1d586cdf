import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addRemark } from '#contract/remarks.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

test('calls succeed while a migration changes the type of a column used by prepared statements', async () => {
  const token = await app.signInAs('Admin')
  const orderId = await createTestOrder(app)
  const calls = [
    () => app.call(folderCounts, {}, { token }),
    () => app.call(listOrders, { params: { orderName: 'newOrder' } }, { token }),
    () => app.call(addRemark, { body: { orderId, remark: 'Called.' } }, { token }),
  ]
  const answers = async () => {
    const statuses: number[] = []
    // Often enough that each statement is prepared on each connection.
    for (let round = 0; round < 4; round++)
      for (const call of calls)
        statuses.push(...(await Promise.all([call(), call(), call()])).map(({ http }) => http))
    return new Set(statuses)
  }
  expect(await answers()).toEqual(new Set([200]))
  await sql`alter table members alter column name type varchar(500)`.execute(app.owner)
  expect(await answers()).toEqual(new Set([200]))
})
