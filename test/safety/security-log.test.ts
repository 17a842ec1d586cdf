import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrder } from '#contract/intake.ts'
import { signIn } from '#contract/session.ts'
import { deleteTeamMember, listTeam } from '#contract/team.ts'
import { downloadHistory, trackOrder } from '#contract/visitor.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { securityEvents } from '#server/platform/refusal.ts'
import {
  postSns,
  sendgridKey,
  signSnsMessage,
  snsTopic,
  startSns,
  type FakeSns,
} from '../support/webhooks.ts'
import { anOrder, createTestOrder } from '../support/orders.ts'
import { startTestApp, testIntakeKey, testPassword, type TestApp } from '../support/test-app.ts'

interface Line {
  event?: string
  from?: string
  path?: string
  method?: string
  reqId?: string
  member?: number
  reason?: string
  leftOut?: number
}

const email = 'buyer@example.com'
const wrongKey = 'wrong-key-of-nobody'
let written: string[] = []
let now = Date.parse('2026-11-20T02:00:00Z')
let app: TestApp
let sns: FakeSns
let orderId: number
let member: { id: number; email: string }

beforeAll(async () => {
  sns = await startSns()
  app = await startTestApp({
    oneServerBecause: 'each process counts the lines of an address by itself',
    clock: () => new Date(now),
    // The default level.
    log: createLog(readConfig({}).logLevel, { write: (line) => written.push(line) }),
    visitorPage: async () => '<!doctype html>',
    env: {
      PUBLIC_URL: 'https://desk.example',
      TRUST_PROXY: '127.0.0.1',
      SENDGRID_WEBHOOK_KEY: sendgridKey().publicKey,
      INBOUND_KEY: 'inbound-key-0123456789',
      METRICS_TOKEN: 'a-token-of-metrics-0123456789',
      AWS_SNS_TOPICS: snsTopic,
      AWS_ENDPOINT_URL_SNS: sns.url,
    },
  })
  orderId = await createTestOrder(app, { email })
  member = await app.addMember('Curious Member', 'Team')
})
afterAll(async () => {
  await app.stop()
  await sns.stop()
})
beforeEach(() => {
  written = []
  // Each test has its own minute of the log's limit.
  now += 60_000
})

const lines = () => written.map((line): Line => JSON.parse(line))
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const post = (path: string, headers: Record<string, string>, body = '{}') =>
  fetch(app.url + path, { method: 'POST', headers: { ...from('203.0.113.9'), ...headers }, body })
const form = (headers: Record<string, string>, body: string) =>
  post('/track-order', { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body)
const json = { 'content-type': 'application/json' }
const track = (ip: string, wrong = 'nobody@example.com') =>
  app.call(trackOrder, { body: { orderId: String(orderId), email: wrong } }, { headers: from(ip) })

/** Attempts, their events, and their logged paths. */
const tries: [title: string, event: string, path: string | undefined, attempt: () => Promise<unknown>][] = [
  [
    'a wrong password',
    'sign-in refused',
    '/api/admin/admin-login',
    () => app.call(signIn, { body: { email: member.email, password: 'none of theirs' } }),
  ],
  ['a wrong e-mail of an order', 'order refused', '/api/front/track-order', () => track('203.0.113.9')],
  [
    'the same by the form without scripts',
    'order refused',
    '/track-order',
    () => form({}, `orderId=${orderId}&email=nobody%40example.com`),
  ],
  [
    'an order that was not opened',
    'access refused',
    '/api/front/get-download-history',
    () => app.call(downloadHistory, { body: { orderId } }),
  ],
  [
    'the name of a file',
    'access refused',
    '/uploads/docs/:name',
    () =>
      fetch(`${app.url}/uploads/docs/${orderId}_guessed.pdf`, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      }),
  ],
  [
    'what a role may not',
    'access refused',
    '/api/admin/get-team-member-list',
    async () => app.call(listTeam, {}, { token: await app.signInWith(member.email) }),
  ],
  [
    'a wrong intake key',
    'intake key refused',
    '/api/intake/orders',
    () => post('/api/intake/orders', { ...json, authorization: `Bearer ${wrongKey}` }),
  ],
  [
    'a webhook without a signature',
    'webhook refused',
    '/api/hooks/sendgrid/events',
    () => post('/api/hooks/sendgrid/events', json, '[]'),
  ],
  [
    'a webhook with a wrong key',
    'webhook refused',
    '/api/hooks/sendgrid/inbound/:key',
    () => post(`/api/hooks/sendgrid/inbound/${wrongKey}`, json),
  ],
  [
    'a message that Amazon did not sign',
    'webhook refused',
    '/api/hooks/sns',
    () => postSns(app, { ...signSnsMessage(sns, { Message: '{}' }), Message: '{"made":"up"}' }),
  ],
  [
    'a wrong token of the metrics',
    'metrics token refused',
    '/metrics',
    () =>
      fetch(`${app.url}/metrics`, {
        headers: { ...from('203.0.113.9'), authorization: `Bearer ${wrongKey}` },
      }),
  ],
  [
    'fields that are not valid',
    'input refused',
    '/api/intake/orders',
    () =>
      post('/api/intake/orders', { ...json, authorization: `Bearer ${testIntakeKey}` }, '{"email":"none"}'),
  ],
  [
    'a body that is no JSON',
    'input refused',
    '/api/front/track-order',
    () => post('/api/front/track-order', json, `{"email":"${email}"`),
  ],
  [
    'a body of another type',
    'input refused',
    '/api/front/track-order',
    () => post('/api/front/track-order', { 'content-type': 'text/plain' }),
  ],
  ['an address that cannot be decoded', 'input refused', undefined, () => fetch(`${app.url}/api/%ff`)],
  [
    'what is no HTTP',
    'input refused',
    undefined,
    async () => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.end(`${email}\r\n\r\n`).resume()
      await once(socket, 'close')
    },
  ],
  [
    'a form of another site',
    'foreign form refused',
    '/track-order',
    () => form({ origin: 'https://evil.example' }, `orderId=${orderId}&email=${email}`),
  ],
  [
    'a call by plain http',
    'plain http refused',
    '/api/titles',
    () => fetch(`${app.url}/api/titles`, { headers: { 'x-forwarded-proto': 'http' } }),
  ],
  [
    'a page by plain http',
    'plain http redirected',
    '/track-order',
    () => fetch(`${app.url}/track-order`, { redirect: 'manual', headers: { 'x-forwarded-proto': 'http' } }),
  ],
]

test.each(tries)('%s is logged as "%s", without a value', async (_title, event, path, attempt) => {
  await attempt()
  await expect.poll(lines).toHaveLength(1)
  const [line] = lines()
  expect(line).toMatchObject({ level: 40, event, from: expect.stringMatching(/^[\da-f]{16}$/) })
  expect(line?.path).toBe(path)
  expect(line?.reason !== undefined).toBe(event === 'webhook refused')
  if (path) expect(line?.reqId).toMatch(/^[\da-f-]{13}$/)
  const text = written.join('')
  for (const value of [email, String(orderId), wrongKey, '203.0.113.9', 'nobody', 'guessed', testPassword])
    expect(text).not.toContain(value)
})

test('a reached limit is an event', async () => {
  let answer = await track('203.0.113.20')
  for (let tried = 0; answer.http === 404 && tried < 20; tried++) answer = await track('203.0.113.20')
  expect(answer.http).toBe(429)
  expect(lines().at(-1)).toMatchObject({ event: 'limit reached', path: '/api/front/track-order' })
  const kinds = new Set([...tries.map(([, event]) => event), 'limit reached'])
  expect(kinds).toEqual(new Set(securityEvents))
})

test('a known member is logged by id; each address has its own hash', async () => {
  const token = await app.signInWith(member.email)
  await app.call(listTeam, {}, { token, headers: from('203.0.113.30') })
  await app.call(createOrder, { body: anOrder() }, { token: wrongKey, headers: from('203.0.113.30') })
  await app.call(createOrder, { body: anOrder() }, { token: wrongKey, headers: from('203.0.113.31') })
  const [first, second, third] = lines()
  expect([first?.member, second?.member]).toEqual([member.id, undefined])
  expect(first?.from).toBe(second?.from)
  expect(third?.from).not.toBe(first?.from)
})

test('normal refusals are no events: not signed in, confirmation required, not found', async () => {
  const token = await app.signInAs('Admin')
  now += 20 * 60_000
  const answers = [
    await app.call(listTeam),
    await app.call(deleteTeamMember, { body: { teamMemberId: member.id } }, { token }),
    await app.call(trackOrder, { body: { orderId: String(orderId), email } }),
  ]
  expect(answers.map(({ http }) => http)).toEqual([401, 403, 200])
  expect((await fetch(`${app.url}/api/none`)).status).toBe(404)
  expect(lines()).toEqual([])
})

test('a flood logs ten lines a minute of an address and counts the rest', async () => {
  const tryKey = (ip: string) =>
    app.call(createOrder, { body: anOrder() }, { token: wrongKey, headers: from(ip) })
  for (let tried = 0; tried < 25; tried++) await tryKey('203.0.113.40')
  await tryKey('203.0.113.41')
  expect(lines()).toHaveLength(11)
  now += 60_000
  await tryKey('203.0.113.40')
  const [leftOut, next] = lines().slice(11)
  expect(leftOut).toMatchObject({ event: 'intake key refused', from: lines()[0]?.from, leftOut: 15 })
  expect(next?.path).toBe('/api/intake/orders')
})
