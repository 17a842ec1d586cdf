import { describe, expect, test } from 'vitest'
import { translatedLanguages } from '#contract/rules/translated-language-names.ts'
import { visitorMessages } from '#texts/visitor-messages.ts'
import { createTestOrder } from '../support/orders.ts'
import { requestPage, orderPath, trackPath, visitorPage } from './visitor-page-requests.ts'
import { behindProxy, cookiesOf, moveOrder, openOrder, uploadDocumentTo } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ env: behindProxy, visitorPage })

const email = 'buyer@example.com'
const english = visitorMessages.en
const createVisitorOrder = (fields: object = {}) => createTestOrder(app, { email, ...fields })

test.each(['.', '%20', '%'])(
  'a link with %j behind it leads to its order, a call with it is refused',
  async (sign) => {
    const orderId = 3608329311
    const copied = await requestPage(app, `${trackPath(orderId)}${sign}?lang=de`)
    expect([copied.http, copied.headers.get('location')]).toEqual([303, `${trackPath(orderId)}?lang=de`])
    expect((await requestPage(app, `/nothing${sign}`)).html).toContain('<h1')
    const call = await fetch(`${app.url}/api/admin/get-orders-details/${orderId}%`)
    expect([call.status, await call.json()]).toMatchObject([400, { status: 0 }])
  },
)

describe('the page of an order (spec §2)', () => {
  test('is rendered completely for its visitor and is not cacheable', async () => {
    const orderId = await createVisitorOrder({ arrival_full_name: 'Mario Rossi' })
    const { file1 } = await uploadDocumentTo(app, orderId)
    const cookie = await openOrder({ app, orderId, email })
    const { http, html, headers, pageData: start } = await requestPage(app, orderPath(orderId), { cookie })
    expect(http).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Your declaration is ready</)
    for (const shown of ['Mario Rossi', `/uploads/docs/${orderId}_${file1}`, 'No record found'])
      expect(html).toContain(shown)
    expect(start().openedOrder?.order.order_id).toBe(orderId)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toMatch(/accept-language.*cookie/)
  })

  test('redirects to the tracking page if the order is not open, with a notice shown once', async () => {
    const orderId = await createVisitorOrder()
    const refused = await requestPage(app, orderPath(orderId))
    expect(refused.http).toBe(303)
    expect(refused.headers.get('location')).toBe(trackPath(orderId))
    const cookie = cookiesOf(refused.headers)
    const noticeText = await requestPage(app, trackPath(orderId), { cookie })
    expect(noticeText.html).toContain(english.orderNotOpened)
    expect(noticeText.headers.getSetCookie().join()).toContain('pabean_notice=;')
    expect((await requestPage(app, trackPath(orderId))).html).not.toContain(english.orderNotOpened)
  })

  test('answers the same for existing, unknown and deleted orders that are not open (product §6)', async () => {
    const deleted = await createVisitorOrder()
    await moveOrder(app, deleted, 'Deleted')
    for (const orderId of [await createVisitorOrder(), 999_999_999, deleted]) {
      const { http, headers, html } = await requestPage(app, orderPath(orderId))
      expect({ http, html, to: headers.get('location') }).toEqual({
        http: 303,
        html: '',
        to: trackPath(orderId),
      })
    }
  })

  test('renders hostile text escaped, also in the embedded data', async () => {
    const name = `</script><script>alert(1)</script><!--<script>\u2028"'&`
    const orderId = await createVisitorOrder({ arrival_full_name: name })
    const cookie = await openOrder({ app, orderId, email })
    const { html, pageData: start } = await requestPage(app, orderPath(orderId), { cookie })
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
  const { http, html } = await requestPage(app, path)
  expect(http).toBe(expected)
  expect(html).toContain('<h1')
})

test('robots.txt allows the tracking page, which links to each language', async () => {
  const { html } = await requestPage(app, '/track-order')
  const { publicUrl } = app.platform.config
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}/track-order"/>`)
  expect(html).toContain(`hrefLang="ar" href="${publicUrl}/track-order?lang=ar"`)
  expect(html).not.toContain('noindex')
  expect(await (await fetch(`${app.url}/robots.txt`)).text()).toContain('Disallow: /admin')
})

test('an address that names no order leads to tracking, which says that it could not be opened', async () => {
  const { headers } = await requestPage(app, '/get-new-order-details/nothing')
  expect(headers.get('location')).toBe('/track-order')
  const shown = await requestPage(app, '/track-order', { cookie: cookiesOf(headers) })
  expect(shown.pageData()).toMatchObject({ notice: visitorMessages.en.orderNotOpened })
})

describe('the language', () => {
  test("is the chosen one, which is remembered, before the browser's", async () => {
    const picked = await requestPage(app, '/track-order?lang=ar', { language: 'de' })
    expect(picked.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
    expect(picked.headers.get('content-language')).toBe('ar')
    expect(picked.headers.getSetCookie().join()).toMatch(/pabean_lang=ar; Max-Age=\d+; Path=\/; HttpOnly/)
    const cookie = cookiesOf(picked.headers)
    expect((await requestPage(app, '/track-order', { cookie, language: 'de' })).html).toContain('lang="ar"')
    expect((await requestPage(app, '/track-order', { language: 'nl, de-AT;q=0.8' })).html).toContain(
      '<html lang="de"',
    )
  })

  test('is remembered where a locked order leads to tracking', async () => {
    const { headers } = await requestPage(app, `${orderPath(999_999)}?lang=ko`, { language: 'de' })
    expect(headers.get('location')).toBe(trackPath(999_999))
    expect(headers.getSetCookie().join()).toContain('pabean_lang=ko;')
  })

  test("is the opened order's if none was chosen, and reveals nothing about an order before it is open", async () => {
    const orderId = await createVisitorOrder({ language: 'Japanese' })
    const cookie = await openOrder({ app, orderId, email })
    const languageOf = async (path: string, language: string) =>
      (await requestPage(app, path, { cookie, language })).headers.get('content-language')
    expect(await languageOf(orderPath(orderId), 'nl')).toBe('ja')
    expect(await languageOf(orderPath(orderId), 'ko')).toBe('ko')
    expect(await languageOf(trackPath(orderId), 'nl')).toBe('en')
  })

  test('is the only one whose texts are loaded', async () => {
    const { html } = await requestPage(app, '/track-order', { language: 'de' })
    expect(html).toContain('<link rel="modulepreload" href="/assets/src-texts-visitor-de.json"/>')
    expect(html).not.toContain('src-texts-visitor-en')
  })

  test("applies to the server's replies, too", async () => {
    const body = JSON.stringify({ orderId: '999999', email })
    const response = await fetch(`${app.url}/api/front/track-order`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'accept-language': 'fr' },
    })
    expect(await response.json()).toMatchObject({ status: 0, message: visitorMessages.fr.noMatch })
  })
})

describe('the content security policy', () => {
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
  ])('of %s allows no other host', async (path) => strict((await requestPage(app, path)).policy))

  test('allows Google only on translated pages', async () => {
    for (const language of Object.keys(translatedLanguages)) {
      const { policy } = await requestPage(app, `/track-order?translate=${language}`)
      expect(policy).toContain("script-src 'self' https://translate.google.com ")
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(policy).toContain("default-src 'none'")
    }
    for (const query of ['de', 'xx', 'constructor', 'nl%22', 'NL'])
      strict((await requestPage(app, `/track-order?translate=${query}`)).policy)
  })
})

describe('without scripts (spec §5)', () => {
  test('empty fields are reported at the field, and typed values are kept', async () => {
    const { http, html } = await requestPage(app, '/track-order', {
      language: 'de',
      form: { orderId: ' ', email: '"><b>me@example.com' },
    })
    expect(http).toBe(400)
    expect(html).toContain(visitorMessages.de.orderIdMissing)
    expect(html).not.toContain(visitorMessages.de.emailMissing)
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;me@example.com"')
    const nothing = await requestPage(app, '/track-order', { form: {} })
    for (const message of [english.orderIdMissing, english.emailMissing])
      expect(nothing.html).toContain(message)
  })

  test('a wrong id, a wrong e-mail and a deleted order get one page', async () => {
    const orderId = await createVisitorOrder()
    const deleted = await createVisitorOrder()
    await moveOrder(app, deleted, 'Deleted')
    const ip = '203.0.113.7'
    for (const form of [
      { orderId: '999999999999', email },
      { orderId: String(orderId), email: 'somebody@example.com' },
      { orderId: String(deleted), email },
    ]) {
      const { http, html, headers } = await requestPage(app, '/track-order', { ip, form })
      expect(http).toBe(404)
      expect(html).toContain(english.noMatch)
      expect(html).toContain(`value="${form.email}"`)
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('posting id and e-mail redirects to the order with a download link', async () => {
    const orderId = await createVisitorOrder()
    const { file1, bytes } = await uploadDocumentTo(app, orderId)
    const opened = await requestPage(app, trackPath(orderId), { form: { orderId: String(orderId), email } })
    expect(opened.http).toBe(303)
    expect(opened.headers.get('location')).toBe(`${orderPath(orderId)}#opened`)
    const cookie = cookiesOf(opened.headers)
    const link = `/uploads/docs/${orderId}_${file1}`
    expect((await requestPage(app, orderPath(orderId), { cookie })).html).toContain(`href="${link}"`)
    const file = await fetch(app.url + link, { headers: { cookie, accept: 'text/html' } })
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect(
      (await requestPage(app, orderPath(orderId), { cookie })).pageData().openedOrder?.history,
    ).toHaveLength(1)
  })

  test('tries by form and by call share one rate limit', async () => {
    const orderId = await createVisitorOrder()
    const ip = '203.0.113.8'
    const form = { orderId: String(orderId), email: 'somebody@example.com' }
    for (let tries = 0; tries < 10; tries++) await requestPage(app, '/track-order', { ip, form })
    await expect(openOrder({ app, orderId, email, ip })).rejects.toThrow('429')
    const { http, headers, html } = await requestPage(app, '/track-order', { ip, form: { ...form, email } })
    expect(http).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toContain(english.tooManyAttempts(15))
  })

  test.each([
    ['says that it is from elsewhere', { 'sec-fetch-site': 'cross-site' }],
    ['has another origin', { origin: 'https://evil.example' }],
  ])('a form that %s is refused', async (_, headers) => {
    const orderId = await createVisitorOrder()
    const posted = await requestPage(app, '/track-order', {
      headers,
      form: { orderId: String(orderId), email },
    })
    expect(posted.http).toBe(403)
    expect(posted.headers.getSetCookie()).toEqual([])
  })

  test('API calls refuse form posts', async () => {
    const response = await fetch(`${app.url}/api/front/track-order`, {
      method: 'POST',
      body: new URLSearchParams({ orderId: '999999', email }),
    })
    expect(response.status).toBe(415)
  })

  test('a document link without access leads a browser to the reason, and gives a download manager none of it', async () => {
    const orderId = await createVisitorOrder()
    const { file1 } = await uploadDocumentTo(app, orderId)
    const path = `/uploads/docs/${orderId}_${file1}`
    const clicked = await requestPage(app, path)
    expect({ http: clicked.http, to: clicked.headers.get('refresh') }).toEqual({
      http: 403,
      to: `0; url=${orderPath(orderId)}`,
    })
    expect(clicked.html).toContain(english.orderNotOpened)
    expect((await requestPage(app, path, { headers: { accept: '*/*' } })).http).toBe(403)
  })

  test('the chosen translation is kept across pages', async () => {
    const orderId = await createVisitorOrder()
    const opened = await requestPage(app, `${trackPath(orderId)}?translate=nl`, {
      form: { orderId: String(orderId), email },
    })
    expect(opened.headers.get('location')).toBe(`${orderPath(orderId)}?translate=nl#opened`)
  })
})
