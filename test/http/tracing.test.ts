import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrders } from '#contract/orders.ts'
import { getOrder } from '#contract/order-details.ts'
import { signIn } from '#contract/session.ts'
import { send } from '../support/call.ts'
import { createTestOrder } from '../support/orders.ts'
import { freePort, startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { serverEnvironment, startTestApp, testPassword, type TestApp } from '../support/test-app.ts'
import { startTraceCollector } from '../support/trace-collector.ts'

const metricsToken = 'a-token-of-metrics-0123456789'
let app: TestApp
let server: ServerProcess
let collector: Awaited<ReturnType<typeof startTraceCollector>>
let metricsPort: number

beforeAll(async () => {
  app = await startTestApp()
  collector = await startTraceCollector()
  metricsPort = await freePort()
  server = await startServerProcess({
    ...serverEnvironment(app),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    METRICS_TOKEN: metricsToken,
    METRICS_PORT: String(metricsPort),
  })
})
afterAll(async () => {
  await server.end()
  await collector.stop()
  await app.stop()
})

test('a call is a trace: the request by its pattern, and its statements without their values (product §10)', async () => {
  const orderId = await createTestOrder(app, { email: 'secret.buyer@example.com' })
  const body = { email: 'ayu.admin@pabean.example', password: testPassword }
  const { jwtToken: token } = (await send(server.url, signIn, { body })).body
  const headers = {
    'user-agent': 'secret agent',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }
  const opened = await send(server.url, getOrder, { params: { orderId } }, { token, headers })
  expect(opened.http).toBe(200)
  const input = { params: { orderName: 'newOrder' as const }, query: { page: 1 } }
  await send(server.url, listOrders, input, { token, headers })
  await fetch(`${server.url}/secret/${orderId}?email=secret.buyer%40example.com`)
  await server.end()

  const spans = collector.spans()
  const findRequest = (name: string) => spans.find((span) => span.kind === 2 && span.name === name)
  const request = findRequest('GET /api/admin/get-orders-list/:orderName')
  const attributesOf = ({ attributes }: (typeof spans)[number]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
  expect(request && attributesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/admin/get-orders-list/:orderName',
    'http.response.status_code': 200,
  })
  const statements = spans.filter(
    (span) => span.traceId === request?.traceId && attributesOf(span)['db.query.text'] !== undefined,
  )
  expect(statements.map((span) => attributesOf(span)['db.query.text'])).toContainEqual(
    expect.stringContaining('from orders'),
  )
  // Whoever calls names no trace of ours.
  expect(request?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
  expect(findRequest(`GET /api${getOrder.path}`)).toBeDefined()
  expect(findRequest('GET /readyz')).toBeUndefined()
  // Loops that look for work are no requests.
  const ids = new Set(spans.map(({ spanId }) => spanId))
  expect(spans.filter(({ kind, parentSpanId }) => kind !== 2 && !ids.has(parentSpanId ?? ''))).toEqual([])

  expect(collector.text()).not.toMatch(/secret|ayu\.admin/i)
  expect(collector.text()).not.toContain(String(orderId))
  expect(collector.resources()[0]).toContainEqual({ key: 'service.name', value: { stringValue: 'pabean' } })
})

test('metrics with a port of their own are there alone', async () => {
  const again = await startServerProcess({
    ...serverEnvironment(app),
    METRICS_TOKEN: metricsToken,
    METRICS_PORT: String(metricsPort),
  })
  const own = `http://127.0.0.1:${metricsPort}`
  const authorization = `Bearer ${metricsToken}`
  expect((await fetch(`${again.url}/metrics`, { headers: { authorization } })).status).toBe(404)
  expect((await fetch(`${own}/metrics`)).status).toBe(401)
  expect((await fetch(`${own}/api/titles`, { headers: { authorization } })).status).toBe(404)
  const answer = await fetch(`${own}/metrics`, { headers: { authorization } })
  expect(await answer.text()).toContain('pabean_database_up 1')
  await again.end()
})
