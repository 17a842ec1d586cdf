import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { currentSite, productTitles } from '#contract/sites.ts'
import { recordSitePolicies } from '#server/sites/sites.ts'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const siteConfig = (domain: string, changes: object = {}) => ({
  domain,
  kind: 'product',
  name: `Site of ${domain}`,
  links: [{ label: 'Home', url: 'https://example.com/' }],
  contact: { email: 'help@example.com', phone: '', address: '' },
  terms: { version: '1', text: 'Terms of the first version.' },
  refund: { version: '1', text: 'Refunds of the first version.' },
  ...changes,
})

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-sites-'))
  const sites = [
    siteConfig('arrival.example'),
    siteConfig('portal.example', { kind: 'portal' }),
    siteConfig('*'),
  ]
  const dashboards = { stripe: 'https://dashboard.example/payments/{transaction_id}?from=desk' }
  await writeFile(join(folder, 'sites.json'), JSON.stringify({ sites, dashboards }))
  app = await startTestApp({ env: { SITES_FILE: join(folder, 'sites.json') } })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const loadSite = async (orderId?: string, token?: string) =>
  (await app.call(currentSite, { query: orderId === undefined ? {} : { orderId } }, token ? { token } : {}))
    .body.data

/** Requests the site with a Host header, which `fetch` does not allow to be set. */
const loadSiteOfHost = (host: string, query = '') =>
  new Promise<{ data: { domain: string } }>((resolve, reject) => {
    request(`${app.url}/api/front/site${query}`, { headers: { host } }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(JSON.parse(text)))
    })
      .on('error', reject)
      .end()
  })

test('an order has the address of its payment in its gateway’s dashboard, where one is set (product §14)', async () => {
  const token = await app.signInAs('Admin')
  const urlOf = async (changes: object) => {
    const orderId = await createTestOrder(app, { landing_domain: 'arrival.example', ...changes })
    const { body } = await app.call(getOrder, { params: { orderId } }, { token })
    return body.orderDetails.payment_url
  }
  expect(await urlOf({ gateway: 'Stripe', transaction_id: 'pi_1/../x?' })).toBe(
    'https://dashboard.example/payments/pi_1%2F..%2Fx%3F?from=desk',
  )
  expect(await urlOf({ gateway: 'Other', transaction_id: 'pi_1' })).toBeNull()
  expect(await urlOf({ gateway: 'Stripe' })).toBeNull()
})

test('the requested host selects the site, also by subdomain', async () => {
  expect((await loadSiteOfHost('portal.example')).data.domain).toBe('portal.example')
  expect((await loadSiteOfHost('www.Portal.example:8080')).data).toMatchObject({
    domain: 'portal.example',
    kind: 'portal',
  })
  const orderId = await createTestOrder(app, { landing_domain: 'arrival.example' })
  expect((await loadSiteOfHost('portal.example', `?orderId=${orderId}`)).data.domain).toBe('portal.example')
})

test("otherwise the order's domain selects the site for those who may see the order, by plain or encoded id (product §6)", async () => {
  const orderId = await createTestOrder(app, { landing_domain: 'www.arrival.example' })
  const token = await app.signInAs('Team')
  for (const id of [String(orderId), encodeOrderId(orderId)])
    expect(await loadSite(id, token)).toEqual({
      domain: 'arrival.example',
      kind: 'product',
      name: 'Site of arrival.example',
      links: [{ label: 'Home', url: 'https://example.com/' }],
      contact: { email: 'help@example.com', phone: '', address: '' },
    })
})

test('an unknown order, no order, and an order that is not open give the default site', async () => {
  const orderId = await createTestOrder(app, { landing_domain: 'www.arrival.example' })
  for (const id of [undefined, '', '999999', 'no id', encodeOrderId(999_999), encodeOrderId(orderId)])
    expect((await loadSite(id)).domain, id).toBe('*')
})

test('the titles are those of the settings', async () => {
  const { body } = await app.call(productTitles, {})
  expect(body.data).toEqual({ title: 'Pabean – Customs Declaration Desk', shortTitle: 'Pabean' })
})

const openSitesFile = async (content: string) => {
  const sitesFile = join(folder, 'tried.json')
  await writeFile(sitesFile, content)
  await recordSitePolicies({ ...app.platform, config: { ...app.platform.config, sitesFile } })
}

test('every version of the policies is stored (product §1)', async () => {
  await openSitesFile(JSON.stringify([siteConfig('kept.example')]))
  await openSitesFile(
    JSON.stringify([siteConfig('kept.example', { terms: { version: '2', text: 'Other terms.' } })]),
  )
  const kept = await app.platform.db
    .selectFrom('site_policies')
    .select(['kind', 'version', 'text'])
    .where('domain', '=', 'kept.example')
    .orderBy('kind')
    .orderBy('version')
    .execute()
  expect(kept.map(({ kind, version }) => `${kind} ${version}`)).toEqual(['refund 1', 'terms 1', 'terms 2'])
  const changed = siteConfig('kept.example', { refund: { version: '1', text: 'No refunds.' } })
  await expect(openSitesFile(JSON.stringify([changed]))).rejects.toThrow(
    'SITES_FILE kept.example refund: a changed text needs a new version',
  )
})

test.each([
  ['{', 'SITES_FILE cannot be read: '],
  ['{}', 'SITES_FILE must be a list of sites'],
  [
    JSON.stringify({ sites: [], dashboards: { stripe: 'http://a.example/{transaction_id}' } }),
    'SITES_FILE .dashboards.stripe must be an https address with {transaction_id} in its path',
  ],
  [JSON.stringify([siteConfig('a b')]), 'SITES_FILE [0].domain must be a domain name or *'],
  [
    JSON.stringify([siteConfig('a.example'), { ...siteConfig('b.example'), name: '' }]),
    'SITES_FILE [1].name must be a name',
  ],
  [
    JSON.stringify([siteConfig('a.example', { kind: 'shop' })]),
    'SITES_FILE [0].kind must be product or portal',
  ],
  [
    JSON.stringify([siteConfig('a.example', { links: [{ label: 'x', url: 'javascript:1' }] })]),
    'SITES_FILE [0].links[0].url',
  ],
  [JSON.stringify([siteConfig('a.example', { colour: 'red' })]), 'SITES_FILE [0]'],
  [
    JSON.stringify([siteConfig('a.example', { seller: { taxNumber: '' } })]),
    'SITES_FILE [0].seller.taxNumber must be a tax number',
  ],
  [JSON.stringify([siteConfig('a.example'), siteConfig('A.example')]), 'SITES_FILE names a.example twice'],
])('an invalid sites file stops the start with its error: %# (product §10)', async (content, message) => {
  await expect(openSitesFile(content)).rejects.toThrow(message)
})
