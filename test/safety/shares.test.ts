import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moveOrders } from '#contract/moves.ts'
import { listOrders } from '#contract/orders.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { untilWaitedFor } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { openOrder } from '../http/visitor-requests.ts'

const app = useTestApp()

test('thirty waiting calls of one member block neither a colleague nor a visitor', async () => {
  const email = 'buyer@example.com'
  const [orderId, other] = [await createTestOrder(app), await createTestOrder(app, { email })]
  const [team, telecaller] = [await app.signInAs('Team'), await app.signInAs('Telecaller')]
  const move = () => app.call(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } }, { token: team })
  const moved = await inTransaction(app.platform.db, async (tx) => {
    await sql`select from orders where order_id = ${orderId} for update`.execute(tx)
    const moves = Array.from({ length: 30 }, move)
    await untilWaitedFor(app.platform.db, tx)
    const params = { orderName: 'newOrder' as const }
    for (let left = 5; left > 0; left--)
      expect((await app.call(listOrders, { params }, { token: telecaller })).http).toBe(200)
    expect(await openOrder({ app, orderId: other, email })).toContain('pabean_order')
    return moves
  })
  // One call moved the order, the others were refused.
  const answers = (await Promise.all(moved)).map(({ http }) => http)
  expect(answers.toSorted()).toEqual([200, ...Array(29).fill(409)])
})
