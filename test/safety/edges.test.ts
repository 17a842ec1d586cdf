import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#contract/session.ts'
import { trackOrder } from '#contract/visitor.ts'
import { readConfig } from '#server/config.ts'
import { smtpTransport } from '#server/platform/mail/smtp.ts'
import { startSmtp } from '../support/mail/smtp.ts'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp, testPassword, type TestApp } from '../support/test-app.ts'
import { postSns, signSnsMessage, snsTopic, startSns, type FakeSns } from '../support/webhooks.ts'

describe('a server with a public https address', () => {
  let app: TestApp
  beforeAll(async () => {
    const visitorPage = async () => '<!doctype html>'
    app = await startTestApp({ env: { PUBLIC_URL: 'https://desk.example' }, visitorPage })
  })
  afterAll(() => app.stop())

  test('keeps browsers to https for a year, and its cookies to this host', async () => {
    const { email } = await app.addMember('Secure Member', 'Team')
    const signedIn = await app.call(signIn, { body: { email, password: testPassword } })
    expect(signedIn.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    const orderId = await createTestOrder(app, { email: 'buyer@example.com' })
    const body = { orderId: String(orderId), email: 'buyer@example.com' }
    const tracked = await app.call(trackOrder, { body })
    const pageOf = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' })
    const [picked, closed] = [await pageOf('/track-order?lang=ko'), await pageOf('/get-new-order-details/1')]
    const set = [signedIn, tracked, picked, closed].flatMap(({ headers }) => headers.getSetCookie())
    expect(set.map((line) => [line.split('=')[0], /SameSite=\w+/.exec(line)?.[0]])).toEqual([
      ['__Host-pabean_session', 'SameSite=Strict'],
      ['__Host-pabean_device', 'SameSite=Strict'],
      [`__Host-pabean_order_${orderId}`, 'SameSite=Lax'],
      ['__Host-pabean_lang', 'SameSite=Lax'],
      ['__Host-pabean_notice', 'SameSite=Lax'],
    ])
    for (const line of set) {
      expect(line).toContain('Path=/;')
      expect(line).toContain('Secure')
      expect(line).toContain('HttpOnly')
      expect(line).not.toContain('Domain')
    }
    // Cookies must be read under the names they were set with.
    const [session = '', _device, visit = '', language = ''] = set.map((line) => line.split(';')[0])
    const again = await fetch(`${app.url}/track-order`, { headers: { cookie: language } })
    expect(again.headers.get('content-language')).toBe('ko')
    const docs = await fetch(`${app.url}/api/docs/json`, { headers: { cookie: session } })
    expect(docs.status).toBe(200)
    const history = await fetch(`${app.url}/api/front/get-download-history`, {
      method: 'POST',
      headers: { cookie: visit, 'content-type': 'application/json' },
      body: JSON.stringify({ orderId }),
    })
    expect(history.status).toBe(200)
  })

  test('sends the security headers in every answer, also to an invalid request', async () => {
    const orderId = await createTestOrder(app)
    const token = await app.signInAs('Admin')
    const get = (path: string, init = {}) => fetch(`${app.url}${path}`, init)
    const answers = await Promise.all([
      get('/track-order'),
      get('/robots.txt'),
      get('/healthz'),
      get('/assets/none.js'),
      get('/uploads/front/uploadVisaDoc/none'),
      get('/api/titles'),
      get('/api/admin/none'),
      get('/api/admin/get-folder-count', { headers: { authorization: token } }),
      get('/api/admin/export/newOrder', { headers: { authorization: token } }),
      get(`/api/admin/defence-pack/${orderId}`, { headers: { authorization: token } }),
      get(`/api/titles?${'x'.repeat(20_000)}`),
    ])
    for (const { url, headers } of answers) {
      expect(headers.get('x-content-type-options'), url).toBe('nosniff')
      expect(headers.get('strict-transport-security'), url).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('content-security-policy'), url).toMatch(
        /default-src 'none'.*frame-ancestors '(self|none)'/,
      )
      expect(headers.get('access-control-allow-origin'), url).toBeNull()
      expect(headers.get('content-type'), url).toMatch(/^application\/pdf$|; charset=utf-8$/)
      if (url.includes('/api/')) expect(headers.get('cache-control'), url).toMatch(/^(private, )?no-store$/)
    }
    const page = answers[0]?.headers
    expect(page?.get('content-security-policy')).toMatch(/object-src 'none';base-uri 'none'/)
    expect(page?.get('referrer-policy')).toBe('same-origin')
  })

  test('redirects a page from http to https and refuses a call', async () => {
    const get = (path: string, scheme: string) =>
      fetch(app.url + path, { redirect: 'manual', headers: { 'x-forwarded-proto': scheme } })
    const page = await get('/track-order?lang=ko', 'http')
    expect([page.status, page.headers.get('location'), page.headers.get('cache-control')]).toEqual([
      308,
      `https://${new URL(app.url).host}/track-order?lang=ko`,
      'no-store',
    ])
    const call = await get('/api/titles', 'http')
    expect([call.status, (await call.json()).message]).toEqual([403, 'This server is reached by https only.'])
    for (const path of ['/track-order', '/api/titles']) expect((await get(path, 'https')).status).toBe(200)
  })

  test('shows the API description to members only', async () => {
    for (const path of ['/api/docs', '/api/docs/json']) {
      const answer = await fetch(`${app.url}${path}`)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ status: 401 })
    }
  })

  test('starts without the demo unless it is configured', () => {
    expect(readConfig({ PUBLIC_URL: 'https://desk.example' }).demo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://desk.example', DEMO: '1' }).demo).toBe(true)
    expect(readConfig({}).demo).toBe(true)
  })
})

describe('Amazon SNS', () => {
  let sns: FakeSns
  let app: TestApp
  beforeAll(async () => {
    sns = await startSns()
    app = await startTestApp({ env: { AWS_SNS_TOPICS: snsTopic, AWS_ENDPOINT_URL_SNS: sns.url } })
  })
  afterAll(async () => {
    await app.stop()
    await sns.stop()
  })

  test('is accepted with a signature of version 2 only', async () => {
    const message = { Message: JSON.stringify({}) }
    expect((await postSns(app, signSnsMessage(sns, message, { version: '2' }))).status).toBe(200)
    const older = await postSns(app, signSnsMessage(sns, message, { version: '1' }))
    expect([older.status, await older.json()]).toMatchObject([
      403,
      { message: "Signature version 1: set the topic's SignatureVersion to 2." },
    ])
  })

  test('is refused for a topic that its header does not name', async () => {
    const answer = await fetch(`${app.url}/api/hooks/sns`, { method: 'POST', body: '{' })
    expect(answer.status).toBe(403)
  })
})

const mail = {
  id: '1',
  messageId: '<1@mail.pabean.example>',
  date: new Date(),
  from: { name: 'Pabean', address: '1@mail.pabean.example' },
  to: 'buyer@example.com',
  subject: 'Approved',
  html: '<p>Approved</p>',
  text: 'Approved',
}

describe('a mail server on another machine', () => {
  test.each(['smtp://mail.example:587', 'smtp://user@mail.example', 'smtps://mail.example'])(
    '%s is refused without user and password',
    (url) => {
      expect(() => readConfig({ SMTP_URL: url })).toThrow(
        'SMTP_URL must have a user and a password, because its server is another machine',
      )
    },
  )

  test('gets no mail without trusted TLS', async () => {
    const smtp = await startSmtp({ password: 'secret' })
    try {
      // Linux routes this address to the own machine, but it is outside of 127/8.
      const elsewhere = smtpTransport({ url: `smtp://user:secret@0.0.0.0:${smtp.port}` })
      // The emulator's certificate has expired.
      await expect(elsewhere.send(mail)).rejects.toThrow('certificate')
      expect(smtp.log()).toHaveLength(0)
      await smtpTransport({ url: `smtp://user:secret@127.0.0.1:${smtp.port}` }).send(mail)
      expect(smtp.log()).toHaveLength(1)
    } finally {
      await smtp.stop()
    }
  })
})
