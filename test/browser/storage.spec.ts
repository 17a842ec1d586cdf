import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expect, test } from './fixtures.ts'

const surname = 'Quixotlbrook'
const email = 'wren.quixotlbrook@example.com'
const secrets = [surname, 'Wrenadine', 'X7654321', 'a word of ours']

const readStorages = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))

async function expectNoSecrets(page: Page) {
  const kept = decodeURIComponent(JSON.stringify(await readStorages(page)).replaceAll('+', ' ')).toLowerCase()
  for (const secret of secrets) expect(kept).not.toContain(secret.toLowerCase())
}

test("a day's work leaves no name or search in the browser's storages", async ({ page, server, signIn }) => {
  const customer = { arrival_full_name: `Wrenadine ${surname}`, arrival_passport_number: 'X7654321', email }
  const ids: number[] = []
  for (let taken = 0; taken < 24; taken++) ids.push(await server.takeIn(customer))
  await signIn('Admin')

  await page.goto('/admin/recent-order?rows=50')
  await page.getByRole('searchbox').fill(surname)
  await expect(page).toHaveURL(/q=Quixotlbrook/)
  await expect(page.getByText('24 orders found')).toBeVisible()
  const frame = page.locator('[data-scrolls]')
  await frame.evaluate((element) => element.scrollTo(0, 150))
  const positions = async () => Object.keys((await readStorages(page)).session)
  await expect.poll(positions).toContainEqual(expect.stringMatching(/^scroll [a-z\d]+$/))
  await expectNoSecrets(page)

  await page
    .getByRole('link', { name: /^View order/ })
    .nth(9)
    .click()
  await expect(page.getByRole('heading', { name: new RegExp(surname) }).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Remark' }).fill('a word of ours')
  await page.reload()
  await expectNoSecrets(page)
  await page.getByRole('link', { name: 'Back to New Orders' }).click()
  await expect(page).toHaveURL(/q=Quixotlbrook/)
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(150)

  await page.goto('/admin/audit')
  await page.getByRole('searchbox', { name: 'Search the audit' }).fill(surname)
  await expect(page).toHaveURL(/search=Quixotlbrook/)
  await page.goto('/admin/replies')
  await page.goto(`/admin/view-order/${encodeOrderId(ids[0] ?? 0)}`)
  await expect(page.getByRole('heading', { name: new RegExp(surname) }).first()).toBeVisible()
  await expectNoSecrets(page)
  // The stored token's payload has the member's name and role.
  const { local } = await readStorages(page)
  expect(Object.keys(local)).toContain('user')
  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  expect(Object.keys((await readStorages(page)).local)).not.toContain('user')
})

test("a visit leaves no id, e-mail or name in the browser's storages", async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: `Wrenadine ${surname}`, email })
  await page.goto('/track-order')
  await page.getByLabel('Order ID').fill(`${orderId}`)
  await page.getByLabel(/E-mail|Email/).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(surname).first()).toBeVisible()
  const kept = await readStorages(page)
  expect(kept).toEqual({ local: {}, session: {}, databases: [], caches: [] })
})
