import { beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { listOrders } from '#contract/orders.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let now = Date.parse('2026-11-21T03:00:00Z')
const minute = 60_000
const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  for (let left = 51; left > 0; left--) await createTestOrder(app)
})

const read = async (token: string, orderName: QueueName, query: object = {}) => {
  const { http } = await app.call(
    listOrders,
    { params: { orderName }, query: { limit: 30, ...query } },
    { token },
  )
  expect(http).toBe(200)
}
const entries = async () => {
  const { body } = await app.as('Admin').call(listAuditEvents, { query: {} })
  return body.data.filter(({ action }) => action === 'lists read').map(({ by, details }) => ({ by, details }))
}

test('one audit entry counts the rows that a session has read by page, each page once', async () => {
  const token = await app.signInAs('Night Staff')
  const since = new Date(now).toISOString()
  for (const page of [1, 2, 1, 2]) await read(token, 'newOrder', { page })
  for (const page of [1, 2]) await read(token, 'openOrder', { page })
  now += 29 * minute
  await read(token, 'newOrder', { page: 3 })
  expect(await entries()).toEqual([])
  now += 2 * minute
  await read(token, 'newOrder', { page: 1 })
  expect(await entries()).toEqual([
    {
      by: memberNames['Night Staff'],
      details: { rows: 102, pages: 4, lists: ['newOrder', 'openOrder'], since },
    },
  ])
})

test('a list narrowed to one person is recorded at any length; a screenful is not', async () => {
  const before = await entries()
  const [team, telecaller] = [await app.signInAs('Team'), await app.signInAs('Telecaller')]
  await read(team, 'openOrder', { 'filter[arrival_email]': 'ana@example.com' })
  await read(telecaller, 'openOrder')
  now += 31 * minute
  for (const token of [team, telecaller]) await read(token, 'openOrder')
  const [entry, ...others] = await entries()
  expect(others).toEqual(before)
  expect(entry).toMatchObject({
    by: memberNames.Team,
    details: { pages: 1, lists: ['openOrder'], filters: ['arrival_email'] },
  })
})
