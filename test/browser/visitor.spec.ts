import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { asFile, aPdf, anImage } from '../support/document-fixtures.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'

/** Spec §5. */
const messages = { orderId: 'Please enter your orderId', email: 'Please enter your email' }
/** Spec §4, §9. */
const DOWNLOAD_DELAY_MS = 1000

test.use({
  viewport: { width: 390, height: 844 },
})

const email = 'buyer@example.com'
const trackPath = (orderId: number) => `/track-order/${encodeOrderId(orderId)}`
const orderPath = (orderId: number) => `/get-new-order-details/${encodeOrderId(orderId)}`

async function track(page: Page, orderId: string, address: string) {
  await page.getByLabel('Order ID').fill(orderId)
  await page.getByLabel('E-mail').fill(address)
  await page.getByRole('button', { name: 'Track Order' }).click()
}

async function uploadApproved(server: TestServer, orderId: number, file: File) {
  const body = { orderId, email }
  return (await server.call('Team', uploadDocument, { body, file })).data.file1
}

async function openOrder(page: Page, server: TestServer, order: Record<string, unknown> = {}) {
  const orderId = await server.takeIn(order)
  await uploadApproved(server, orderId, asFile(await aPdf('first'), 'first.pdf'))
  await page.goto(trackPath(orderId))
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page).toHaveURL(orderPath(orderId))
  return orderId
}

test('tracking requires order id and e-mail, with an error per field', async ({ page }) => {
  await page.goto('/track-order')
  await track(page, ' ', ' ')
  await expect(page.getByLabel('Order ID')).toHaveAccessibleDescription(new RegExp(`${messages.orderId}$`))
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(new RegExp(`${messages.email}$`))
  await track(page, '2000001', '')
  await expect(page.getByText(messages.orderId)).toHaveCount(0)
  await expect(page.getByLabel('E-mail')).toBeFocused()
})

test('with the tries of an e-mail used up, the page offers a link by mail', async ({ page, server }) => {
  const address = 'locked@example.com'
  const orderId = await server.takeIn({ email: address })
  for (let guess = 1; guess <= 20; guess += 1)
    await page.request.post(`${server.url}/api/front/track-order`, {
      data: { orderId: 800_000 + guess, email: address },
    })
  await page.goto(trackPath(orderId))
  await track(page, String(orderId), address)
  await expect(page.getByRole('alert')).toHaveText(/^Too many attempts/)
  await expectAccessibleInTrial(page)
  await page.getByRole('link', { name: 'Send me the link again' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^We cannot send e-mail at the moment/)
  await expect.poll(async () => (await server.mails(orderId)).length).toBe(1)
  await server.query('delete from attempts')
})

test('a wrong id, a wrong e-mail and a deleted order show the same error', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  const deleted = await server.takeIn({})
  await server.move('Admin', deleted, 'Deleted')
  const told = new Set<string>()
  await page.clock.install()
  for (const [id, address] of [
    [orderId, 'somebody@example.com'],
    [999_999, email],
    [deleted, email],
  ] as const) {
    await page.goto(trackPath(id))
    await expect(page.getByLabel('Order ID')).toHaveValue(String(id))
    const answer = page.waitForResponse('**/api/front/track-order')
    await track(page, String(id), address)
    const { status, message } = await (await answer).json()
    expect(status).toBe(0)
    await expect(page.getByRole('alert')).toHaveText(message)
    const toast = page.getByRole('region', { name: 'Messages' })
    await expect(toast).toContainText(message)
    await page.clock.runFor(60_000)
    await expect(toast).toContainText(message)
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).not.toContainText(message)
    told.add(message)
  }
  expect(told.size).toBe(1)
})

test('id and e-mail open the order with a persistent toast (spec §8)', async ({ page, server }) => {
  const orderId = await server.takeIn({
    arrival_full_name: 'Mario Rossi',
    arrival_email: 'mario@example.com',
  })
  await page.goto('/track-order')
  const answer = page.waitForResponse('**/api/front/track-order')
  await track(page, ` ${orderId} `, ' MARIO@Example.com ')
  const { status, message } = await (await answer).json()
  expect(status).toBe(1)
  await expect(page).toHaveURL(orderPath(orderId))
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(message)
  await expect(page.getByText('Mario Rossi')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have received your order')
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0)
})

test.describe('in Jakarta', () => {
  test.use({ timezoneId: 'Asia/Jakarta' })

  test('a download starts 1000 ms after the confirmation (spec §4, §9)', async ({ page, server }) => {
    await page.clock.install()
    const orderId = await openOrder(page, server)
    await expect(page.getByText('No record found')).toBeVisible()
    const seen: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The preview and the site's facts load on their own.
      if (request.method() !== 'GET' || pathname.startsWith('/uploads/docs/')) {
        seen.push(`${request.method()} ${pathname}`)
      }
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    const reloaded = page.waitForResponse('**/api/front/get-download-history')
    await page.getByRole('link', { name: 'Download' }).click()
    await (await reloaded).finished()
    await page.clock.runFor(DOWNLOAD_DELAY_MS - 1)
    expect(seen).toEqual([
      'POST /api/front/download-passport-doc-pdf',
      'POST /api/front/get-download-history',
    ])
    const downloading = page.waitForEvent('download')
    await page.clock.runFor(1)
    await page.clock.resume()
    const download = await downloading
    const [document] = await server.query('select file1 from documents where order_id = $1', [orderId])
    expect(seen[2]).toBe(`HEAD /uploads/docs/${orderId}_${String(document?.['file1'])}`)
    expect(new URL(download.url()).pathname).toBe(`/uploads/docs/${orderId}_${String(document?.['file1'])}`)
    const row = page.getByRole('table').getByRole('row').last()
    await expect(row).toContainText('Chrome, Linux')
    await expect(row).toContainText('127.0.0.1')
    const moment = String.raw`\d\d-\d\d-\d{4} \d\d:\d\d:\d\d`
    await expect(row).toContainText(new RegExp(`${moment} GMT\\+7${moment}\\sEST`))
    await expect(page.getByRole('link', { name: 'Download' })).toBeEnabled()
  })
})

test('each document has a button, newest first; a withdrawn one has none', async ({ page, server }) => {
  const orderId = await openOrder(page, server)
  const second = await uploadApproved(server, orderId, asFile(await anImage('png'), 'second.png'))
  await page.reload()
  const documents = page.getByRole('list', { name: 'Your documents' }).getByRole('listitem')
  await expect(documents).toHaveText([/second\.png.*PNG/, /first\.pdf.*PDF/])
  const downloading = page.waitForEvent('download')
  await documents.last().getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)

  const body = { orderId, file1: second, reason: 'wrong traveller' }
  await server.call('Team', withdrawDocument, { body })
  await documents.first().getByRole('link', { name: 'Download' }).click()
  await expect(page.getByRole('alert')).toContainText('We are correcting your document')
  await expect(documents).toHaveCount(1)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(documents).toContainText('PDF')
})

test('without the cookie or the order the page redirects (spec §5)', async ({ page, server }) => {
  const other = await server.takeIn({})
  await page.goto(orderPath(other))
  await expect(page).toHaveURL(trackPath(other))
  await expect(page.getByRole('region', { name: 'Messages' })).not.toBeEmpty()
  await expect(page.getByLabel('Order ID')).toHaveValue(String(other))

  const orderId = await openOrder(page, server)
  const download = page.getByRole('link', { name: 'Download' })
  // The order is deleted after the page has loaded, since an earlier deletion redirects at once.
  await expect(download).toBeVisible()
  await server.move('Admin', orderId, 'Deleted')
  await download.click()
  await expect(page).toHaveURL(trackPath(orderId))
})

test('a product site shows its links, a portal Contact Us (spec §2)', async ({ page, server }) => {
  const product = await server.takeIn({ landing_domain: 'arrival.island.example' })
  const portal = await server.takeIn({ landing_domain: 'arrival.papers.example' })
  const banner = page.getByRole('banner')
  for (const [orderId, brand] of [
    [product, 'Island Travel'],
    [portal, 'Travel Papers'],
  ] as const) {
    await page.goto(trackPath(orderId))
    // The brand of an unopened order would reveal its existence.
    await expect(banner.getByRole('link', { name: 'Pabean' })).toBeVisible()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(banner.getByRole('link', { name: brand })).toBeVisible()
  }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
    for (const [orderId, brand, labels] of [
      [product, 'Island Travel', ['Home', 'Track Order', 'Island Blog']],
      [portal, 'Travel Papers', ['Contact Us']],
    ] as const) {
      await page.goto(trackPath(orderId))
      await expect(banner.getByRole('link', { name: brand })).toBeVisible()
      if (width === 390) await page.getByText('Menu', { exact: true }).click()
      await expect(links).toHaveText([...labels])
      await expect(page.getByRole('contentinfo').getByRole('navigation').getByRole('link')).toHaveText([
        ...labels,
      ])
      await expect(page.getByRole('navigation', { name: 'Language' })).toBeVisible()
    }
  }
})

test("menu and footer use the page's language but own labels (product §6)", async ({ page, server }) => {
  const orderId = await server.takeIn({ landing_domain: 'arrival.island.example' })
  await page.goto(trackPath(orderId))
  await track(page, String(orderId), email)
  await expect(page).toHaveURL(orderPath(orderId))
  await page.setViewportSize({ width: 1440, height: 844 })
  for (const [language, labels] of [
    ['de', ['Startseite', 'Bestellung verfolgen', 'Island Blog']],
    ['th', ['หน้าแรก', 'ติดตามคำสั่งซื้อ', 'Island Blog']],
  ] as const) {
    await page.goto(`${trackPath(orderId)}?lang=${language}`)
    for (const area of [page.getByRole('banner'), page.getByRole('contentinfo')])
      await expect(area.getByRole('navigation').getByRole('link')).toHaveText([...labels])
  }
})
