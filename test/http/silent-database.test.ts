import { expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { addRemark } from '#contract/remarks.ts'
import { startCuttableDatabase } from '../support/cuttable-database.ts'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp } from '../support/test-app.ts'

test('an unresponsive database is given up, and used again once it responds (product §10)', async () => {
  const whole = await startTestApp()
  const database = await startCuttableDatabase(whole.serverUrl)
  const app = await startTestApp({
    sharedWith: whole,
    env: { DATABASE_URL: database.url },
    oneServerBecause: 'each process finds out by itself that the database answers again',
  })
  const token = await app.signInAs('Team')
  const orderId = await createTestOrder(app)
  database.silence()
  // Sent before anybody knows of it: by connections that stay without an answer for ever.
  for (const refused of await Promise.all([
    app.call(getOrder, { params: { orderId } }, { token }),
    app.call(addRemark, { body: { orderId, remark: 'silence' } }, { token }),
  ]))
    expect([refused.http, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  database.join()
  await expect
    .poll(async () => (await app.call(addRemark, { body: { orderId, remark: 'back' } }, { token })).http)
    .toBe(200)
  const order = await app.call(getOrder, { params: { orderId } }, { token })
  expect(order.body.orderDetails.remark.map(({ remark }) => remark)).toEqual(['back'])
  await app.stop()
  await database.stop()
  await whole.stop()
})
