import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrders } from '#contract/orders.ts'
import { getOrder } from '#contract/order-details.ts'
import { moveOrders } from '#contract/moves.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../support/orders.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { serverEnvironment, startTestApp, type TestApp } from '../support/test-app.ts'

const token = 'a-token-of-metrics-0123456789'
const now = new Date('2026-11-20T02:00:00Z')
const env = { METRICS_TOKEN: token }

let app: TestApp
let beside: TestApp
let orderId: number

beforeAll(async () => {
  const oneServerBecause = 'each process counts its own requests'
  app = await startTestApp({ clock: () => now, env, oneServerBecause })
  beside = await startTestApp({ sharedWith: app, clock: () => now, env, oneServerBecause })
  orderId = await createTestOrder(app)
  await createTestOrder(app)
})
afterAll(async () => {
  await beside.stop()
  await app.stop()
})

const fetchMetrics = (url: string, authorization = `Bearer ${token}`) =>
  fetch(`${url}/metrics`, { headers: { authorization } })

/** The samples of a server by name and labels, as they are printed. */
async function samplesOf({ url }: TestApp): Promise<Map<string, number>> {
  const text = await (await fetchMetrics(url)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

/** As the command that makes backups notes it. */
function noteBackup(finishedAt: string) {
  const value = JSON.stringify({ finishedAt, timeline: 1 })
  return app.owner.insertInto('settings').values({ key: 'backup:last', value }).execute()
}

test('metrics are refused with 401 without the token, and answer 404 if none is configured', async () => {
  for (const authorization of ['', 'Bearer a-token-of-others-0123456789', token])
    expect((await fetchMetrics(app.url, authorization)).status).toBe(401)
  const answer = await fetchMetrics(app.url)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(await answer.text()).toContain('# TYPE pabean_requests_total counter')
  const without = await startTestApp({ sharedWith: app })
  expect((await fetchMetrics(without.url)).status).toBe(404)
  await without.stop()
})

test('metrics with a port of their own are served only there', async () => {
  const metricsPort = await freePort()
  const server = await startServerProcess({
    ...serverEnvironment(app),
    METRICS_TOKEN: token,
    METRICS_PORT: String(metricsPort),
  })
  const own = `http://127.0.0.1:${metricsPort}`
  expect((await fetchMetrics(server.url)).status).toBe(404)
  expect((await fetch(`${own}/metrics`)).status).toBe(401)
  const authorization = `Bearer ${token}`
  expect((await fetch(`${own}/api/titles`, { headers: { authorization } })).status).toBe(404)
  expect(await (await fetchMetrics(own)).text()).toContain('pabean_database_up 1')
  await server.end()
})

test('figures from the database are the same at each server, and equal the folder counts', async () => {
  await noteBackup(new Date(now.getTime() - 90_000).toISOString())
  const admin = await app.signInAs('Admin')
  await app.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } }, { token: admin })
  const [own, other] = [await samplesOf(app), await samplesOf(beside)]
  for (const samples of [own, other]) {
    expect(samples.get('pabean_orders{queue="newOrder"}')).toBe(1)
    expect(samples.get('pabean_orders{queue="refundOrder"}')).toBe(1)
    expect(samples.get('pabean_orders{queue="allOrder"}')).toBe(2)
    expect(samples.get('pabean_backup_age_seconds')).toBe(90)
    expect(samples.get('pabean_open_replies')).toBe(0)
    expect(samples.get('pabean_database_up')).toBe(1)
    expect(samples.has('pabean_orders{queue="myOrder"}')).toBe(false)
  }
})

test('mails are counted by state without those held by a restriction, with the age of the oldest', async () => {
  const mail = (state: 'queued' | 'failed' | 'sent', ageSeconds: number, of = orderId) => ({
    order_id: of,
    ...sealContent(app.platform.seal, randomUUID(), { kind: 'approved', subject: 'Approved', props: {} }),
    recipient: 'buyer@example.com',
    provider: 'outbox',
    state,
    document_id: null,
    event_id: null,
    created_at: new Date(now.getTime() - ageSeconds * 1000),
    // Tried again later: it is not finished, whenever it is due.
    not_before: new Date(now.getTime() + 3_600_000),
    attempted_at: null,
    sent_at: null,
    provider_message_id: null,
    error: null,
    resend_of: null,
  })
  const restricted = await createTestOrder(app)
  await app.owner
    .updateTable('orders')
    .set({ restricted_at: now })
    .where('order_id', '=', restricted)
    .execute()
  await app.owner.deleteFrom('mails').execute()
  await app.owner
    .insertInto('mails')
    .values([
      mail('sent', 500),
      mail('queued', 100),
      mail('queued', 40),
      mail('failed', 20),
      mail('queued', 900, restricted),
    ])
    .execute()
  const samples = await samplesOf(app)
  const states = ['queued', 'sending', 'failed', 'unknown']
  expect(states.map((state) => samples.get(`pabean_mails{state="${state}"}`))).toEqual([2, 0, 1, 0])
  expect(samples.get('pabean_mails_of_last_hour{state="sent"}')).toBe(1)
  expect(samples.get('pabean_oldest_unsent_mail_seconds')).toBe(100)
  await app.owner.deleteFrom('mails').execute()
  expect((await samplesOf(app)).has('pabean_oldest_unsent_mail_seconds')).toBe(false)
})

test('jobs are counted by queue and state, with the oldest due time', async () => {
  await sql`insert into jobs.job (name, state, start_after) values
    ('recover-abandoned-mails', 'created', now() - interval '70 seconds'),
    ('recover-abandoned-mails', 'retry', now() + interval '1 hour'),
    ('recover-abandoned-mails', 'failed', now())`.execute(app.owner)
  const samples = await samplesOf(app)
  const queue = 'queue="recover-abandoned-mails"'
  expect(
    ['waiting', 'active', 'failed'].map((state) => samples.get(`pabean_jobs{${queue},state="${state}"}`)),
  ).toEqual([2, 0, 1])
  expect(samples.get(`pabean_oldest_due_job_seconds{${queue}}`)).toBeGreaterThanOrEqual(70)
  expect(samples.get(`pabean_oldest_due_job_seconds{${queue}}`)).toBeLessThan(3000)
})

test('requests are counted by their route, at the server that answered', async () => {
  const admin = await beside.signInAs('Admin')
  const labels = 'method="GET",call="/api/admin/get-orders-list/:orderName",status="2xx"'
  const before = (await samplesOf(beside)).get(`pabean_requests_total{${labels}}`) ?? 0
  const atOther = (await samplesOf(app)).get(`pabean_requests_total{${labels}}`) ?? 0
  for (const page of [1, 2])
    await beside.call(listOrders, { params: { orderName: 'newOrder' }, query: { page } }, { token: admin })
  await beside.call(getOrder, { params: { orderId: 99_999_999 } }, { token: admin })
  await fetch(`${beside.url}/no-such-page-of-siti`)
  const samples = await samplesOf(beside)
  expect(samples.get(`pabean_requests_total{${labels}}`)).toBe(before + 2)
  expect(samples.get(`pabean_request_seconds_count{${labels}}`)).toBe(before + 2)
  expect(samples.get('pabean_requests_total{method="GET",call="unknown address",status="4xx"}')).toBe(1)
  expect((await samplesOf(app)).get(`pabean_requests_total{${labels}}`) ?? 0).toBe(atOther)
  expect([...samples.keys()].join('\n')).not.toMatch(/siti|99999999/)
})

test('a server with an unreachable database still answers its own metrics', async () => {
  const lost = await startTestApp({ sharedWith: app, env })
  await lost.platform.db.destroy()
  const samples = await samplesOf(lost)
  expect(samples.get('pabean_database_up')).toBe(0)
  expect(samples.get('pabean_pool_max_connections{pool="requests"}')).toBe(12)
  expect([...samples.keys()].filter((name) => name.startsWith('pabean_orders'))).toEqual([])
  await lost.stop().catch(() => {})
})

test('every metric used by an alert or the dashboard is one that a server reports (product §10)', async () => {
  const samples = await samplesOf(app)
  const printed = new Set([...samples.keys()].map((name) => name.replace(/\{.*/, '')))
  // A figure that has no age yet prints none.
  const seldom = new Set(['pabean_oldest_unsent_mail_seconds', 'pabean_oldest_open_reply_seconds'])
  const text = await (await fetchMetrics(app.url)).text()
  for (const path of ['deploy/prometheus/alerts.yaml', 'deploy/grafana/pabean.json']) {
    const named = readFileSync(path, 'utf8').match(/\b(?:pabean|process|nodejs)_\w+/g) ?? []
    expect(named.length, path).toBeGreaterThan(10)
    for (const name of new Set(named)) {
      if (seldom.has(name)) expect(text, name).toContain(`# TYPE ${name} gauge`)
      else expect(printed, `${path} names ${name}`).toContain(name)
    }
  }
})
