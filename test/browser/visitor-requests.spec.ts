import type { Page } from '@playwright/test'
import { askAgency, filingBegun, settleRequest } from '#contract/requests.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import arabic from '#texts/visitor/ar.json' with { type: 'json' }
import english from '#texts/visitor/en.json' with { type: 'json' }
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'

test.use({ viewport: { width: 390, height: 844 } })

const email = 'buyer@example.com'

/** An order on its customer's page. */
async function openOrder(page: Page, server: TestServer, texts: typeof english) {
  const order = { email, amount: '49.00', currency: 'USD', statement_name: 'PABEAN BALI' }
  const orderId = await server.takeIn(order)
  await page.goto(`/track-order/${encodeOrderId(orderId)}`)
  await page.getByLabel(texts.track.email).fill(email)
  await page.getByRole('button', { name: texts.track.submit }).click()
  await expect(page.getByRole('heading', { name: texts.ask.heading })).toBeVisible()
  return orderId
}

async function ask(
  page: Page,
  { ask: texts }: typeof english,
  about: keyof typeof english.ask.about,
  text = '',
) {
  await page.getByRole('radio', { name: texts.about[about] }).check()
  await page.getByLabel(texts.text).fill(text)
  await page.getByRole('button', { name: texts.send }).click()
}

const beforeDate = (text: string) => text.slice(0, text.indexOf('{'))

test('a customer stops the order on a phone, and reads by when the money comes (product §14)', async ({
  page,
  server,
}) => {
  await openOrder(page, server, english)
  await expect(page.getByText('PABEAN BALI')).toBeVisible()
  const { width = 0 } = (await page.getByLabel(english.ask.text).boundingBox()) ?? {}
  expect(width, 'the styles of the form').toBeGreaterThan(330)
  await ask(page, english, 'stop', 'We stay at home.')
  const answer = page.getByRole('status').filter({ hasText: english.ask.about.stop })
  await expect(answer).toContainText(beforeDate(english.ask.stopped))
  await expect(answer).toContainText(/\d{4}\.$/)
  await expect(answer).toBeFocused()
  await expect(page.getByRole('radio', { name: english.ask.about.stop })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessibleInTrial(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'ar' })

  test('a customer says that something is wrong, and reads the answer (product §14)', async ({
    page,
    server,
  }) => {
    const orderId = await openOrder(page, server, arabic)
    await server.call('Team', filingBegun, { body: { orderId } })
    await ask(page, arabic, 'wrong', 'x'.repeat(1990) + '\n'.repeat(10))
    const answer = page.getByRole('status').filter({ hasText: arabic.ask.about.wrong })
    await expect(answer).toContainText(beforeDate(arabic.ask.open))
    await expect(page.getByRole('radio')).toHaveCount(0)
    const text = 'The name is the passport’s.'
    await server.call('Team', settleRequest, { body: { orderId, as: 'refused', text } })
    await page.reload()
    await expect(answer).toContainText(text)
    await expect(page.getByRole('radio', { name: arabic.ask.about.twice })).toBeVisible()
  })

  test('a request that another window sent first is told, and shown (product §14)', async ({
    page,
    server,
  }) => {
    const orderId = await openOrder(page, server, arabic)
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await fetch(`${server.url}/api${askAgency.path}`, {
      method: 'POST',
      headers: { cookie: cookies, 'content-type': 'application/json' },
      body: JSON.stringify({ orderId, about: 'twice' }),
    })
    await ask(page, arabic, 'wrong')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: arabic.ask.about.twice })).toBeVisible()
  })
})
