import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translatedLanguages } from '#contract/rules/translated-languages.ts'
import { visitorMessages } from '#contract/rules/visitor-messages.ts'
import { takeIn } from '../support/orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { ask, orderPath, trackPath, visitorPage } from './visitor-page-steps.ts'
import { behindProxy, cookiesOf, moveTo, open, uploadTo } from './visitor-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: behindProxy, visitorPage })
})
afterAll(() => app.stop())

const email = 'buyer@example.com'
const english = visitorMessages.en
const aNewOrder = (fields: object = {}) => takeIn(app, { email, ...fields })

describe('the page of an order', () => {
  test('comes with everything to whoever opened it, and is kept by nobody', async () => {
    const orderId = await aNewOrder({ arrival_full_name: 'Mario Rossi' })
    const { file1 } = await uploadTo(app, orderId)
    const cookie = await open({ app, orderId, email })
    const { http, html, headers, start } = await ask(app, orderPath(orderId), { cookie })
    expect(http).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Your declaration is ready</)
    for (const shown of ['Mario Rossi', `/uploads/docs/${orderId}_${file1}`, 'No record found'])
      expect(html).toContain(shown)
    expect(start().openedOrder?.order.order_id).toBe(orderId)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toMatch(/accept-language.*cookie/)
  })

  test('leads whoever did not open it to the tracking page, which says why, once', async () => {
    const orderId = await aNewOrder()
    const refused = await ask(app, orderPath(orderId))
    expect(refused.http).toBe(303)
    expect(refused.headers.get('location')).toBe(trackPath(orderId))
    const cookie = cookiesOf(refused.headers)
    const told = await ask(app, trackPath(orderId), { cookie })
    expect(told.html).toContain(english.orderNotOpened)
    expect(told.headers.getSetCookie().join()).toContain('pabean_notice=;')
    expect((await ask(app, trackPath(orderId))).html).not.toContain(english.orderNotOpened)
  })

  test('tells the same of an order that is there, of one that is not, and of one that is deleted', async () => {
    const deleted = await aNewOrder()
    await moveTo(app, deleted, 'Deleted')
    for (const orderId of [await aNewOrder(), 999_999_999, deleted]) {
      const { http, headers, html } = await ask(app, orderPath(orderId))
      expect({ http, html, to: headers.get('location') }).toEqual({
        http: 303,
        html: '',
        to: trackPath(orderId),
      })
    }
  })

  test('holds hostile words as text, also where its scripts find them', async () => {
    const name = `</script><script>alert(1)</script><!--<script>\u2028"'&`
    const orderId = await aNewOrder({ arrival_full_name: name })
    const cookie = await open({ app, orderId, email })
    const { html, start } = await ask(app, orderPath(orderId), { cookie })
    expect(start().openedOrder?.order.customer_name).toBe(name)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toMatch(/<!--<|alert\(1\)<\/script>/)
    expect(/<script id="start"[^]*?<\/script>/.exec(html)?.[0]).not.toContain('\u2028')
  })
})

test.each([
  ['/track-order/a/b', 404],
  ['/get-new-order-details', 404],
  ['/get-new-order-details/a/b', 404],
  ['/nothing', 404],
  ['/track-order/nonsense', 200],
])('%s answers %i with a page', async (path, expected) => {
  const { http, html } = await ask(app, path)
  expect(http).toBe(expected)
  expect(html).toContain('<h1')
})

test('robots may see the tracking page; each of its languages has an address', async () => {
  const { html } = await ask(app, '/track-order')
  const { publicUrl } = app.platform.config
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}/track-order"/>`)
  expect(html).toContain(`hrefLang="ar" href="${publicUrl}/track-order?lang=ar"`)
  expect(html).not.toContain('noindex')
  expect(await (await fetch(`${app.url}/robots.txt`)).text()).toContain('Disallow: /admin')
})

describe('the language', () => {
  test('is the picked one, which is remembered, before that of the browser', async () => {
    const picked = await ask(app, '/track-order?lang=ar', { language: 'de' })
    expect(picked.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
    expect(picked.headers.get('content-language')).toBe('ar')
    expect(picked.headers.getSetCookie().join()).toMatch(/pabean_lang=ar; Max-Age=\d+; Path=\/; HttpOnly/)
    const cookie = cookiesOf(picked.headers)
    expect((await ask(app, '/track-order', { cookie, language: 'de' })).html).toContain('lang="ar"')
    expect((await ask(app, '/track-order', { language: 'th, de-AT;q=0.8' })).html).toContain(
      '<html lang="de"',
    )
  })

  test('of an opened order stands where nobody asked for one of ours, and does not tell of the order before', async () => {
    const orderId = await aNewOrder({ language: 'Japanese' })
    const cookie = await open({ app, orderId, email })
    const languageOf = async (path: string, language: string) =>
      (await ask(app, path, { cookie, language })).headers.get('content-language')
    expect(await languageOf(orderPath(orderId), 'th')).toBe('ja')
    expect(await languageOf(orderPath(orderId), 'ko')).toBe('ko')
    expect(await languageOf(trackPath(orderId), 'th')).toBe('en')
  })

  test('of a page alone is loaded with it', async () => {
    const { html } = await ask(app, '/track-order', { language: 'de' })
    expect(html).toContain('<link rel="modulepreload" href="/assets/src-web-visitor-texts-german.ts"/>')
    expect(html).not.toContain('english')
  })

  test('is that of the server’s answers, too', async () => {
    const body = JSON.stringify({ orderId: '999999', email })
    const response = await fetch(`${app.url}/api/front/track-order`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'accept-language': 'fr' },
    })
    expect(await response.json()).toMatchObject({ status: 0, message: visitorMessages.fr.noMatch })
  })
})

describe('the content policy', () => {
  const strict = (policy: string) => {
    expect(policy).not.toMatch(/https?:|unsafe/)
    expect(policy).toContain("default-src 'none'")
  }

  test.each([
    '/track-order',
    '/track-order?lang=de',
    '/track-order?translate=',
    '/track-order?link',
    '/nothing',
  ])('of %s knows no other host', async (path) => strict((await ask(app, path)).policy))

  test('lets Google in only where its translation was asked for, and no script of the page itself', async () => {
    for (const language of Object.keys(translatedLanguages)) {
      const { policy } = await ask(app, `/track-order?translate=${language}`)
      expect(policy).toContain("script-src 'self' https://translate.google.com ")
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(policy).toContain("default-src 'none'")
    }
    for (const wish of ['de', 'xx', 'constructor', 'th%22', 'TH'])
      strict((await ask(app, `/track-order?translate=${wish}`)).policy)
  })
})

describe('without scripts', () => {
  test('what is empty is named in its field, with what was typed', async () => {
    const { http, html } = await ask(app, '/track-order', {
      language: 'de',
      form: { orderId: ' ', email: '"><b>me@example.com' },
    })
    expect(http).toBe(400)
    expect(html).toContain(visitorMessages.de.orderIdMissing)
    expect(html).not.toContain(visitorMessages.de.emailMissing)
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;me@example.com"')
    const nothing = await ask(app, '/track-order', { form: {} })
    for (const message of [english.orderIdMissing, english.emailMissing])
      expect(nothing.html).toContain(message)
  })

  test('a wrong id, a wrong e-mail and a deleted order get one page', async () => {
    const orderId = await aNewOrder()
    const deleted = await aNewOrder()
    await moveTo(app, deleted, 'Deleted')
    const ip = '203.0.113.7'
    for (const form of [
      { orderId: '999999999999', email },
      { orderId: String(orderId), email: 'somebody@example.com' },
      { orderId: String(deleted), email },
    ]) {
      const { http, html, headers } = await ask(app, '/track-order', { ip, form })
      expect(http).toBe(404)
      expect(html).toContain(english.noMatch)
      expect(html).toContain(`value="${form.email}"`)
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('id and e-mail lead on to the order, whose document is a link away', async () => {
    const orderId = await aNewOrder()
    const { file1, bytes } = await uploadTo(app, orderId)
    const opened = await ask(app, trackPath(orderId), { form: { orderId: String(orderId), email } })
    expect(opened.http).toBe(303)
    expect(opened.headers.get('location')).toBe(orderPath(orderId))
    const cookie = cookiesOf(opened.headers)
    const link = `/uploads/docs/${orderId}_${file1}`
    expect((await ask(app, orderPath(orderId), { cookie })).html).toContain(`href="${link}"`)
    const file = await fetch(app.url + link, { headers: { cookie, accept: 'text/html' } })
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await ask(app, orderPath(orderId), { cookie })).start().openedOrder?.history).toHaveLength(1)
  })

  test('tries by form and by call are limited together', async () => {
    const orderId = await aNewOrder()
    const ip = '203.0.113.8'
    const form = { orderId: String(orderId), email: 'somebody@example.com' }
    for (let tries = 0; tries < 10; tries++) await ask(app, '/track-order', { ip, form })
    await expect(open({ app, orderId, email, ip })).rejects.toThrow('429')
    const { http, headers, html } = await ask(app, '/track-order', { ip, form: { ...form, email } })
    expect(http).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toContain(english.tooManyAttempts(15))
  })

  test.each([
    ['says that it is from elsewhere', { 'sec-fetch-site': 'cross-site' }],
    ['has another origin', { origin: 'https://evil.example' }],
  ])('a form that %s opens nothing', async (_, headers) => {
    const orderId = await aNewOrder()
    const posted = await ask(app, '/track-order', { headers, form: { orderId: String(orderId), email } })
    expect(posted.http).toBe(403)
    expect(posted.headers.getSetCookie()).toEqual([])
  })

  test('a form goes nowhere else: no call takes it', async () => {
    const response = await fetch(`${app.url}/api/front/track-order`, {
      method: 'POST',
      body: new URLSearchParams({ orderId: '999999', email }),
    })
    expect(response.status).toBe(415)
  })

  test('a link to a document that is shut leads to the page that says so; a script is told', async () => {
    const orderId = await aNewOrder()
    const { file1 } = await uploadTo(app, orderId)
    const path = `/uploads/docs/${orderId}_${file1}`
    const clicked = await ask(app, path)
    expect({ http: clicked.http, to: clicked.headers.get('location') }).toEqual({
      http: 303,
      to: orderPath(orderId),
    })
    expect((await ask(app, path, { headers: { accept: '*/*' } })).http).toBe(403)
  })

  test('a translation that was asked for stays on the way', async () => {
    const orderId = await aNewOrder()
    const opened = await ask(app, `${trackPath(orderId)}?translate=th`, {
      form: { orderId: String(orderId), email },
    })
    expect(opened.headers.get('location')).toBe(`${orderPath(orderId)}?translate=th`)
  })
})
