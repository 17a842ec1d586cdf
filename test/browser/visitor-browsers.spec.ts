import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import english from '#texts/visitor/en.json' with { type: 'json' }
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { takeYoungerFeaturesAway } from './support/older-engine.ts'
import { textsBesideElements, translateLikeABrowser } from './support/page-translator.ts'
import type { TestServer } from './support/test-server.ts'

test.use({ viewport: { width: 390, height: 844 } })

const email = 'buyer@example.com'
const { situations, outcomes } = english.order
const trackPath = (orderId: number) => `/track-order/${encodeOrderId(orderId)}`
const orderPath = (orderId: number) => `/get-new-order-details/${encodeOrderId(orderId)}`

async function upload(server: TestServer, orderId: number): Promise<string> {
  const file = asFile(await aPdf(`approved ${orderId}`), 'approved.pdf')
  return (await server.call('Team', uploadDocument, { body: { orderId, email }, file })).data.file1
}

async function open(page: Page, orderId: number) {
  await page.goto(`${trackPath(orderId)}#e=${encodeURIComponent(email)}`)
  await expect(page.getByLabel(english.track.email)).toHaveValue(email)
  await page.getByRole('button', { name: english.track.submit }).click()
  await expect(page).toHaveURL(orderPath(orderId))
}

const translated = (text: string) => `‹${text}›`

test('a page that the browser translates shows what becomes of the order', async ({ page, server }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const orderId = await server.takeIn({})
  await open(page, orderId)
  expect(await textsBesideElements(page)).toEqual([])
  await translateLikeABrowser(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(translated(situations.received.heading))

  const file1 = await upload(server, orderId)
  await page.getByRole('link', { name: translated(english.order.reload) }).click()
  await expect(heading).toHaveText(translated(situations.ready.heading))
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: translated(english.order.download) }).click()
  await expect(page.getByRole('link', { name: translated(english.order.starting) })).toBeVisible()
  await downloading
  await expect(page.getByText(translated(outcomes.received))).toBeVisible()

  await server.call('Team', withdrawDocument, { body: { orderId, file1, reason: 'wrong traveller' } })
  await page.getByRole('link', { name: translated(english.order.download) }).click()
  await expect(heading).toHaveText(translated(situations.correcting.heading))
  await expect(page.getByText('Please do not use the copy you saved.')).toBeVisible()
  await expect(page.getByText(situations.ready.word, { exact: false })).toHaveCount(0)
  await expect(page.getByText(situations.ready.lede)).toHaveCount(0)
  expect(errors).toEqual([])
})

test('the forms have no text beside an element, also with errors', async ({ page }) => {
  for (const path of ['/track-order', '/track-order?link', '/track-order?translate=']) {
    await page.goto(path)
    const submit = page.locator('form button[type=submit]')
    await page.waitForLoadState('networkidle')
    if (!path.endsWith('translate=')) await submit.click()
    expect(await textsBesideElements(page), path).toEqual([])
  }
})

test('a page that an extension breaks reloads once, with the answer that was shown', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  await open(page, orderId)
  const toast = page.getByRole('region', { name: english.messages })
  await expect(toast).not.toBeEmpty()
  const answer = await toast.locator('output').innerText()
  await upload(server, orderId)
  // The elements that React would take away are no longer where it put them.
  await page.evaluate(() => {
    const place = document.querySelector('main > div') ?? document.body
    for (const child of Array.from(place.children)) document.createElement('div').append(child)
  })
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await reloaded
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(situations.ready.heading)
  await expect(toast.locator('output')).toHaveText(answer)
})

test('news is shown without a press when the visitor comes back', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await open(page, orderId)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(situations.received.heading)
  await upload(server, orderId)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(situations.ready.heading)
})

test('the fragment of the mail fills in the e-mail and leaves the address', async ({ page, server }) => {
  const address = 'a+b@example.com'
  const orderId = await server.takeIn({ email: address })
  const requested: string[] = []
  page.on('request', (request) => requested.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`${trackPath(orderId)}#e=${encodeURIComponent(address)}`)
  await expect(page.getByLabel(english.track.email)).toHaveValue(address)
  await expect(page.getByLabel(english.track.orderId)).toHaveValue(String(orderId))
  await expect(page).toHaveURL(trackPath(orderId))
  expect(requested.filter((it) => it.includes('a%2Bb') || it.includes(address))).toEqual([])
  await page.getByRole('button', { name: english.track.submit }).click()
  await expect(page).toHaveURL(orderPath(orderId))
})

test('what cannot be an order ID is an error of its field, without a call; an ID or link as people write it opens', async ({
  page,
  server,
}) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/front/track') && calls.push(request.url()))
  await page.goto('/track-order')
  await page.getByLabel(english.track.orderId).fill('my order')
  await page.getByLabel(english.track.email).fill(email)
  await page.getByRole('button', { name: english.track.submit }).click()
  await expect(page.getByLabel(english.track.orderId)).toHaveAccessibleDescription(
    new RegExp(`${english.track.orderIdInvalid}$`),
  )
  expect(calls).toEqual([])

  const orderId = await server.takeIn({ email })
  for (const sign of ['%', ').']) {
    await page.goto(trackPath(orderId) + sign)
    await expect(page).toHaveURL(trackPath(orderId))
    await expect(page.getByLabel(english.track.orderId)).toHaveValue(String(orderId))
  }
  await page.getByLabel(english.track.email).fill(email)
  await page.getByLabel(english.track.orderId).fill(`Order #${String(orderId).replace(/^.../, '$&-')}.`)
  await page.getByRole('button', { name: english.track.submit }).click()
  await expect(page).toHaveURL(orderPath(orderId))
})

test('a browser that keeps no cookies is told so, and the form stays filled in', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await page.route('**/api/front/track-order', async (route) => {
    const response = await route.fetch()
    const headers = Object.fromEntries(
      Object.entries(response.headers()).filter(([name]) => name !== 'set-cookie'),
    )
    await page.context().clearCookies()
    await route.fulfill({ status: response.status(), headers, body: await response.text() })
    await page.context().clearCookies()
  })
  await page.goto(trackPath(orderId))
  await page.getByLabel(english.track.email).fill(email)
  await page.getByRole('button', { name: english.track.submit }).click()
  await expect(page.getByRole('alert')).toHaveText(english.track.cookies)
  await expect(page.getByLabel(english.track.email)).toHaveValue(email)
  await expect(page).toHaveURL(trackPath(orderId))
})

test('a refused form without scripts leads to the same sentence by the fragment', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  await page.goto(`${trackPath(orderId)}#opened`)
  await expect(page.getByRole('alert')).toHaveText(english.track.cookies)
  await page.goto(trackPath(orderId))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a download that does not get through offers other ways', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await upload(server, orderId)
  await open(page, orderId)
  await page.route('**/uploads/docs/**', (route) => route.abort())
  await page.getByRole('link', { name: english.order.download }).click()
  await expect(page.getByText(outcomes.missed)).toBeVisible()
  await expect(page.getByRole('link', { name: english.order.download })).toBeEnabled()
})

test('where the right of the tap has lapsed the page offers a link', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } })
  })
  const orderId = await server.takeIn({})
  await upload(server, orderId)
  await open(page, orderId)
  await page.getByRole('link', { name: english.order.download }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: english.order.save, exact: true }).click()
  await downloading
})

test('a phone of 2021 gets from the mail to the document', async ({ page, server }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await takeYoungerFeaturesAway(page)
  const orderId = await server.takeIn({})
  await upload(server, orderId)
  await open(page, orderId)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: english.order.download }).click()
  await downloading
  await page.goto('/track-order')
  await page.getByRole('link', { name: english.track.lost }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.link.heading)
  expect(errors).toEqual([])
})
