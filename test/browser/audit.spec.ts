import { getOrder } from '#contract/order-details.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'

test('an Admin filters, opens and copies entries by keyboard', async ({ page, signIn, signOut, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('Team')
  await page.goto('/admin/gateway-setting')
  await signOut()
  await signIn('Admin')
  await page.goto('/admin/audit')
  const table = page.getByRole('table', { name: 'Audit' })
  await expect(table.getByText('Signed in').first()).toBeVisible()
  await expect(page.getByText(/Chain verified to entry \d+ at/)).toBeVisible()
  await expectAccessibleInTrial(page)

  await page.getByRole('button', { name: 'Copy head' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const head: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(head).toMatchObject({ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await page.getByRole('button', { name: 'Verify again' }).click()
  await expect(page.getByText(/Chain verified to entry \d+ at/)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the audit' }).fill(people.Team.name)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('button', { name: 'Signed in, refused' }).click()
  await expect(page).toHaveURL(/groups=sign-in/)
  await expect(table.getByRole('cell', { name: people.Admin.name })).toHaveCount(0)
  await expect(table.getByRole('cell', { name: people.Team.name }).first()).toBeVisible()

  const entry = table.getByRole('button', { name: /^Entry .*, Signed out/ }).first()
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(entry).toHaveAttribute('aria-expanded', 'true')
  await expect(table.getByText('Before it')).toBeVisible()
  await expectAccessibleInTrial(page)

  await page.getByRole('button', { name: 'Signed in, refused' }).click()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Signed in, refused' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
})

test('an unverified chain is polled until it is verified', async ({ page, signIn }) => {
  await signIn('Admin')
  const chain = { head: null, verified: null, isRunning: false, faults: [], faultCount: 0 }
  await page.route(
    '**/api/admin/audit-chain',
    (route) => route.fulfill({ json: { status: 1, message: 'Success', data: chain } }),
    {
      times: 3,
    },
  )
  await page.route(
    '**/api/admin/audit-chain',
    (route) => route.fulfill({ status: 500, json: { status: 500 } }),
    {
      times: 1,
    },
  )
  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No entry is chained yet.')).toBeVisible()
  await expect(page.getByText(/Chain verified to entry \d+ at/)).toBeVisible()
})

test('paging and a period work by keyboard, and Back restores them', async ({ page, server, signIn }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Seen Often' })
  for (let views = 0; views < 51; views += 1) await server.call('Admin', getOrder, { params: { orderId } })
  await signIn('Admin')
  await page.goto('/admin/audit')
  const { keyboard } = page
  const table = page.getByRole('table', { name: 'Audit' })
  const period = page.getByRole('button', { name: /^Period/ })
  await expect(table.getByText('Viewed').first()).toBeVisible()

  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect(page).toHaveURL(/page=2&after=\d+/)
  await expect(page.getByText(/^51–\d+ of \d+$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible()

  await period.press('Enter')
  await expect(page.getByLabel('From date')).toBeFocused()
  await expectAccessibleInTrial(page)
  await keyboard.type('01012031')
  await expect(page).toHaveURL(/\?fromDate=2031-01-01$/)
  await expect(page.getByText('No record found')).toBeVisible()
  await keyboard.press('Escape')
  await expect(period).toBeFocused()
  await expect(period).toContainText('01-01-2031 – …')
  await expect(page.getByLabel('From date')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/audit$/)
  await expect(period).toHaveText('Period')
})

test.describe('on a phone', () => {
  test.use({ role: 'Admin', viewport: { width: 390, height: 844 } })

  test('one button opens the filters and shows how many are active', async ({ page }) => {
    await page.goto('/admin/audit')
    const filters = page.getByRole('button', { name: /^Filters/ })
    const refused = page.getByRole('button', { name: 'Signed in, refused' })
    await expect(page.getByRole('table', { name: 'Audit' })).toBeInViewport()
    await expect(refused).toBeHidden()
    await filters.press('Enter')
    await refused.press('Enter')
    await expect(filters).toHaveText('Filters 1')
    await expectAccessibleInTrial(page)
    await filters.press('Enter')
    await expect(refused).toBeHidden()
  })

  test('a failed load shows an error, and Try again loads it', async ({ page }) => {
    await page.route('**/api/admin/audit?*', (route) => route.abort())
    await page.goto('/admin/audit')
    await expect(page.getByText('The audit could not be loaded')).toBeVisible()
    await expectAccessibleInTrial(page)
    await page.unroute('**/api/admin/audit?*')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('table', { name: 'Audit' }).getByText('Signed in').first()).toBeVisible()
  })
})
