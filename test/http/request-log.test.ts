import { beforeEach, expect, test } from 'vitest'
import { createOrder } from '#contract/intake.ts'
import { getOrder } from '#contract/order-details.ts'
import { searchOrders } from '#contract/orders.ts'
import { createLog } from '#server/platform/log.ts'
import { beginSignIn } from '../support/begun-request.ts'
import { anOrder } from '../support/orders.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

interface Line {
  msg: string
  level: number
  reqId?: string
  method?: string
  call?: string | null
  status?: number | null
  ms?: number
  bytes?: number
  actor?: string
  member?: number
}

const givenId = '3f2b8c1e-9d47-4a05-8e6b-7c1d2f3a4b5c'
let written: string[] = []

const app = useTestApp({
  log: createLog('info', { write: (line) => written.push(line) }),
  env: { TRUST_PROXY: '127.0.0.1' },
})
const asAdmin = app.as('Admin')
beforeEach(() => {
  written = []
})

const lines = () => written.map((line): Line => JSON.parse(line))
/** The line of a request is written once its last byte has gone, which its caller may learn before. */
const requestLine = async (call: string | null) => {
  const find = () => lines().find((line) => line.msg === 'request' && line.call === call)
  await expect.poll(find).toBeDefined()
  return find()
}

test('a request is one log line with its route, outcome and caller’s number or kind, and no content (product §10)', async () => {
  const created = await app.call(
    createOrder,
    { body: anOrder({ email: 'secret.buyer@example.com', arrival_full_name: 'Secret Name' }) },
    { token: testIntakeKey },
  )
  expect(await requestLine('/api/intake/orders')).toMatchObject({
    method: 'POST',
    status: 200,
    actor: 'intake',
  })
  const orderId = created.body.data.order_id
  const opened = await asAdmin.call(getOrder, { params: { orderId } })
  const line = await requestLine(`/api${getOrder.path}`)
  expect(line).toMatchObject({
    level: 30,
    method: 'GET',
    status: 200,
    actor: 'member',
    member: expect.any(Number),
    reqId: opened.headers.get('x-request-id'),
  })
  expect(line?.ms).toBeGreaterThan(0)
  expect(line?.bytes).toBeGreaterThan(1000)
  await asAdmin.call(searchOrders, { body: { searchVal: 'secret name', folderName: 'allOrder' } })
  await fetch(`${app.url}/secret/${orderId}?email=secret.buyer%40example.com`, {
    headers: { 'user-agent': 'secret agent', referer: 'https://secret.example', 'x-request-id': 'secret-id' },
  })
  await requestLine(null)
  expect(written.filter((text) => text.includes('"request"'))).toHaveLength(4)
  expect(written.join('')).not.toMatch(/secret/i)
  expect(written.join('')).not.toContain(String(orderId))
})

test('the request id of a trusted proxy is in the answer and in the error log', async () => {
  const headers = { 'x-request-id': givenId }
  const kept = await asAdmin.call(getOrder, { params: { orderId: 1 } }, { headers })
  expect(kept.headers.get('x-request-id')).toBe(givenId)
  await app.owner.schema.alterTable('attempts').renameTo('attempts_gone').execute()
  const failed = await fetch(`${app.url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"email":"ayu.admin@pabean.example","password":"wrong one"}',
  }).finally(() => app.owner.schema.alterTable('attempts_gone').renameTo('attempts').execute())
  expect(failed.status).toBe(500)
  expect((await failed.json()).requestId).toBe(givenId)
  expect((await requestLine('/api/admin/admin-login'))?.reqId).toBe(givenId)
  expect(lines().find(({ level }) => level === 50)).toMatchObject({ reqId: givenId, msg: 'failed' })
})

test('a client that disconnects before the answer is logged', async () => {
  const { request } = await beginSignIn(app.url)
  request.on('error', () => {})
  request.destroy()
  expect(await requestLine('/api/admin/admin-login')).toMatchObject({ status: null, actor: 'anyone' })
})
