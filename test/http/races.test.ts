import { afterAll, beforeAll, expect, test } from 'vitest'
import { resendMail, uploadDocument } from '#contract/documents.ts'
import { deleteOrders, moveOrders, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { send } from '../support/call.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { startTestApp, serverEnvironment, type TestApp } from '../support/test-app.ts'

let app: TestApp
let firstServer: ServerProcess
let secondServer: ServerProcess
let admin: string
let team: string

beforeAll(async () => {
  app = await startTestApp()
  const env = serverEnvironment(app)
  ;[firstServer, secondServer] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  admin = await app.signInAs('Admin')
  team = await app.signInAs('Team')
})
afterAll(async () => {
  await Promise.all([firstServer.end(), secondServer.end()])
  await app.stop()
})

const orderDetails = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token: admin })).body.orderDetails
const upload = async (server: ServerProcess, orderId: number, text: string) =>
  send(
    server.url,
    uploadDocument,
    {
      body: { orderId, email: 'customer@example.com' },
      file: asFile(await aPdf(`Order ${orderId}`), `${text}.pdf`),
    },
    { token: team },
  )

test('two concurrent uploads are both stored and mailed, and one completes the order', async () => {
  const orderId = await createTestOrder(app)
  const answers = await Promise.all([
    upload(firstServer, orderId, 'first'),
    upload(secondServer, orderId, 'second'),
  ])
  expect(answers.map(({ http }) => http)).toEqual([200, 200])
  expect(answers.filter(({ body }) => body.data.completed)).toHaveLength(1)
  const order = await orderDetails(orderId)
  expect(order.process_status).toBe('Completed')
  expect(order.uploadDoc).toHaveLength(2)
  expect(order.mailHistory).toHaveLength(2)
})

test('of two concurrent resends one is mailed and the other refused', async () => {
  const orderId = await createTestOrder(app)
  await upload(firstServer, orderId, 'approved')
  const again = (server: ServerProcess) =>
    send(server.url, resendMail, { body: { orderId, email: 'customer@example.com' } }, { token: team })
  const answers = await Promise.all([again(firstServer), again(secondServer)])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const order = await orderDetails(orderId)
  expect(order.mailHistory.filter((mail) => mail.remainder_mail === 'Y')).toHaveLength(1)
  expect(order.events.filter((event) => event.action === 'mail queued again')).toHaveLength(1)
})

test('of a concurrent move and delete the later one sees the result of the first', async () => {
  const orderId = await createTestOrder(app)
  const [moved, deleted] = await Promise.all([
    send(
      firstServer.url,
      moveOrders,
      { body: { orderId, updatingStatus: 'Awaiting', expectedStatus: 'New' } },
      { token: team },
    ),
    send(secondServer.url, deleteOrders, { body: { orderId, updatingStatus: 'Deleted' } }, { token: admin }),
  ])
  expect(deleted.http).toBe(200)
  expect([200, 409]).toContain(moved.http)
  const order = await orderDetails(orderId)
  expect(order.process_status).toBe('Deleted')
  expect(order.events.map((event) => event.action)).toEqual(
    moved.http === 200 ? ['deleted', 'moved', 'created'] : ['deleted', 'created'],
  )
})

test('of a concurrent undo and move one succeeds and the other is refused', async () => {
  const orderId = await createTestOrder(app)
  const { body } = await app.call(
    moveOrders,
    { body: { orderId, updatingStatus: 'Awaiting' } },
    { token: team },
  )
  const [undone, moved] = await Promise.all([
    send(firstServer.url, undo, { body: { undo: body.data.undo ?? '' } }, { token: team }),
    send(
      secondServer.url,
      moveOrders,
      { body: { orderId, updatingStatus: 'Completed', expectedStatus: 'Awaiting' } },
      { token: admin },
    ),
  ])
  expect([undone.http, moved.http].toSorted()).toEqual([200, 409])
  expect((await orderDetails(orderId)).process_status).toBe(undone.http === 200 ? 'New' : 'Completed')
})
