import { expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { askAgency, filingBegun, settleRequest } from '#contract/requests.ts'
import type { RequestSubject } from '#contract/rules/customer-requests.ts'
import { downloadHistory } from '#contract/visitor.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { openOrder } from './visitor-requests.ts'

const app = useTestApp()
const team = app.as('Team')
const email = 'buyer@example.com'

async function openedOrder(changes: Record<string, unknown> = {}) {
  const orderId = await createTestOrder(app, { email, amount: '49.00', currency: 'USD', ...changes })
  const cookie = await openOrder({ app, orderId, email })
  const ask = (about: RequestSubject, text = '') =>
    app.call(askAgency, { body: { orderId, about, text } }, { cookie })
  const settle = (fields: { as: 'granted' } | { as: 'refused'; text: string }) =>
    team.call(settleRequest, { body: { orderId, ...fields } })
  const page = async () =>
    (await app.call(downloadHistory, { body: { orderId } }, { cookie })).body.mainResult
  const mails = async () => (await team.order(orderId)).mailHistory.filter(({ kind }) => kind === 'request')
  return { orderId, cookie, ask, settle, page, mails }
}

test('an order of which nothing is filed stops at once, its customer is told by when, and by mail (product §14)', async () => {
  const { orderId, ask, page, mails } = await openedOrder({ statement_name: 'PABEAN BALI' })
  expect(await page()).toMatchObject({
    bought: { amount: '49.00', currency: 'USD', statement_name: 'PABEAN BALI' },
    stops_with_refund_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    request: null,
  })
  const { http, body } = await ask('stop', 'We stay at home. 4111 1111 1111 1111')
  expect([http, body.data.state]).toEqual([200, 'stopped'])
  expect(body.data.text).not.toContain('1111 1111')
  const order = await team.order(orderId)
  expect(order).toMatchObject({ process_status: 'Refunds', requests: [{ state: 'stopped', by: null }] })
  const [stopped] = order.events
  expect(stopped).toMatchObject({ action: 'stopped by the customer', by: 'Customer', can_restore: false })
  const restored = await app.as('Admin').call(restoreOrder, { body: { orderId, eventId: stopped?.id ?? 0 } })
  expect(restored.http).toBe(409)
  expect(await page()).toMatchObject({ request: { state: 'stopped', refund_by: body.data.refund_by } })
  expect(await mails()).toMatchObject([{ to: email }])
  expect((await ask('wrong')).http).toBe(200)
})

test.each<[string, (orderId: number) => Promise<unknown>]>([
  ['being filed', (orderId) => team.call(filingBegun, { body: { orderId } })],
  ['with customs', (orderId) => team.call(moveOrders, { body: { orderId, updatingStatus: 'AwaitingGovt' } })],
  [
    'completed',
    async (orderId) =>
      team.call(uploadDocument, { body: { orderId, email }, file: asFile(await aPdf(), 'a.pdf') }),
  ],
])('to stop an order that is %s is a request, one at a time', async (_state, begin) => {
  const { orderId, ask, page } = await openedOrder()
  await begin(orderId)
  expect(await page()).toMatchObject({ stops_with_refund_by: null })
  const before = (await team.order(orderId)).process_status
  expect((await ask('stop')).body.data.state).toBe('open')
  expect(await team.order(orderId)).toMatchObject({ process_status: before, requests: [{ state: 'open' }] })
  const second = await ask('twice')
  expect([second.http, second.body.data]).toEqual([409, expect.objectContaining({ about: 'stop' })])
})

test('a member grants a request, which moves to Refunds and mails, and undo opens it again', async () => {
  const { orderId, ask, settle, page, mails } = await openedOrder()
  await ask('wrong', 'The name is not mine.')
  const { body } = await settle({ as: 'granted' })
  expect(await team.order(orderId)).toMatchObject({
    process_status: 'Refunds',
    requests: [{ state: 'granted' }],
  })
  expect(await page()).toMatchObject({ request: { state: 'granted' } })
  expect((await settle({ as: 'granted' })).http).toBe(409)
  expect((await team.call(undo, { body: { undo: body.data.undo ?? '' } })).http).toBe(200)
  expect(await team.order(orderId)).toMatchObject({ process_status: 'New', requests: [{ state: 'open' }] })
  expect((await mails()).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'queued'])
})

test('a request is refused with words, which the customer reads; of an order in Refunds it cannot be granted', async () => {
  const { orderId, ask, settle, page } = await openedOrder()
  await ask('twice')
  expect((await settle({ as: 'refused', text: '' })).http).toBe(400)
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  expect((await settle({ as: 'granted' })).http).toBe(409)
  expect((await settle({ as: 'refused', text: 'There is one payment only.' })).http).toBe(200)
  const { request } = await page()
  expect(request).toMatchObject({ state: 'refused', answer: 'There is one payment only.' })
  expect(request).not.toHaveProperty('by')
  expect((await ask('twice')).http).toBe(200)
})

test('a member on the visitor’s page, and a visitor without the order’s cookie, ask nothing', async () => {
  const orderId = await createTestOrder(app, { email })
  const body = { orderId, about: 'stop' as const }
  expect((await team.call(askAgency, { body })).http).toBe(403)
  expect((await app.call(askAgency, { body })).http).toBe(403)
})

test('of stop and upload at the same moment one wins, and the other is told', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { orderId, ask } = await openedOrder()
      const file = asFile(await aPdf(), 'a.pdf')
      const fields = { orderId, email, expectedStatus: 'New' as const }
      const [asked, uploaded] = await Promise.all([
        ask('stop'),
        team.call(uploadDocument, { body: fields, file }),
      ])
      const { process_status: status } = await team.order(orderId)
      return [asked.body.data.state, uploaded.http, status].join(' ')
    }),
  )
  for (const outcome of outcomes) expect(['stopped 409 Refunds', 'open 200 Completed']).toContain(outcome)
})
