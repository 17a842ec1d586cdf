import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import type { Role } from '#contract/rules/roles.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'

async function downloadExport(page: Page) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
  })
  return { name: download.suggestedFilename(), rows }
}

const toasts = (page: Page) => page.locator('[role=alert], [role=status]')

test('Country Order List counts a date range (spec §2, §5, §9)', async ({ server, page, signIn }) => {
  for (const order of [
    { arrival_nationality: 'IDN' },
    { arrival_nationality: 'Indonesia', processing_mode: 'priority' },
    { arrival_nationality: '王国' },
    { arrival_nationality: '' },
  ])
    await server.takeIn({ arrival_full_name: 'A Traveller', ...order })
  await server.query(`update orders set created_at = '2026-03-10T12:00:00Z' where country_name = '王国'`)

  await signIn('Telecaller')
  await page.getByRole('link', { name: 'Country Order List' }).click()
  const table = page.getByRole('table', { name: 'Orders by nationality' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Nationality',
    'Standard',
    'Priority',
    'Future',
    'Total',
  ])
  await expect(table.getByRole('row', { name: /^INDONESIA/ })).toHaveText(/INDONESIA1102/)
  await expect(table.getByRole('row', { name: /^Total/ })).toHaveText(/Total3104/)
  await expect(page.getByRole('figure', { name: /^Orders by nationality/ })).toContainText('INDONESIA')
  await expectAccessibleInTrial(page)

  await test.step('the address keeps the range', async () => {
    await page.getByLabel('From date').fill('01-03-2026')
    await page.getByLabel('To date').fill('10032026')
    await expect(page).toHaveURL(/fromDate=2026-03-01&toDate=2026-03-10$/)
    await expect(table.getByRole('row')).toHaveCount(3)
    await page.reload()
    await expect(page.getByLabel('To date')).toHaveValue('10-03-2026')
    await expect(table.getByRole('row', { name: /王国/ })).toBeVisible()
  })

  await test.step('a date that does not exist is refused, and the report stays', async () => {
    await page.getByLabel('To date').fill('31.02.2026')
    await page.getByLabel('To date').press('Tab')
    await expect(page.getByLabel('To date')).toHaveAccessibleDescription(/This date does not exist\./)
    await expect(page).toHaveURL(/toDate=2026-03-10$/)
  })

  await test.step('the calendar opens, closes and picks a day by key', async () => {
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    const ninth = calendar.getByRole('button', { name: '9 March 2026', exact: true })
    await page.getByLabel('To date').fill('09-03-2026')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(ninth).toBeFocused()
    await expectAccessibleInTrial(page)
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(page.getByLabel('To date')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(ninth).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(ninth).not.toBeFocused()
    await page.keyboard.press('Enter')
    await expect(calendar).toBeHidden()
    await expect(page.getByLabel('To date')).toHaveValue('10-03-2026')
    await expect(page.getByLabel('To date')).toBeFocused()
  })

  await test.step('the CSV has the same rows', async () => {
    const { name, rows } = await downloadExport(page)
    expect(name).toBe('country-order-list-from-2026-03-01-to-2026-03-10.csv')
    expect(rows).toMatchObject([{ arrival_nationality: '王国', count: '1', standard_count: '1' }])
  })
})

test('an empty range is stated; All time shows all (product §9)', async ({ server, page, signIn }) => {
  await server.takeIn({ arrival_full_name: 'A Traveller', arrival_nationality: 'IDN' })
  await signIn('Team')
  await page.goto('/admin/country-order-list?toDate=2020-01-01')
  await expect(page.getByText('No record found')).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.getByRole('button', { name: 'All time' }).click()
  await expect(page).toHaveURL(/country-order-list$/)
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
})

test('Order Processed counts by staff member (product §12)', async ({ server, page, signIn }) => {
  for (const role of ['Team', 'Team', 'Night Staff'] as Role[])
    await server.move(role, await server.takeIn({ arrival_full_name: 'A Traveller' }), 'Completed')

  await signIn('Manager')
  await page.getByRole('link', { name: 'Order Processed' }).click()
  const table = page.getByRole('table', { name: 'Orders by staff member' })
  await expect(table.getByRole('row')).toHaveText([
    'Processed ByOrders',
    `${people.Team.name}2`,
    `${people['Night Staff'].name}1`,
    'Total3',
  ])
  await expectAccessibleInTrial(page)
  const { name, rows } = await downloadExport(page)
  expect(name).toBe('order-processed.csv')
  expect(rows).toEqual([
    { processed_by: people.Team.name, count: '2' },
    { processed_by: people['Night Staff'].name, count: '1' },
  ])

  await page.getByRole('link', { name: 'Promises Kept' }).click()
  const promises = page.getByRole('table', { name: 'Orders by day' })
  await expect(promises.getByRole('row')).toHaveCount(3)
  await page.getByText('Member', { exact: true }).click()
  await expect(page).toHaveURL(/by=member/)
  const byMember = page.getByRole('table', { name: 'Orders by member' })
  await expect(byMember.getByRole('row', { name: people.Team.name })).toHaveText(`${people.Team.name}20`)
  await expectAccessibleInTrial(page)
})

test('Ratios group a month by network, narrow it, and grey a limit below its minimum; the file has the rows (product §14)', async ({
  server,
  page,
  signIn,
}) => {
  const orderId = await server.takeIn({
    arrival_full_name: 'A Traveller',
    card_brand: 'Visa',
    gateway: 'Stripe',
  })
  await server.takeIn({ arrival_full_name: 'A Traveller', card_brand: 'Mastercard', gateway: 'Stripe' })
  await server.move('Team', orderId, 'ChargeBack')

  await signIn('Manager')
  await page.getByRole('link', { name: 'Ratios' }).click()
  // Other tests' orders name no gateway.
  await page.goto('/admin/ratios?gateway=Stripe')
  const table = page.getByRole('table', { name: 'Sales and disputes' })
  await expect(table.getByRole('row', { name: /^Total/ })).toHaveText(/Total2010/)
  const limits = page.getByRole('table', { name: 'Limits' })
  await expect(limits.getByRole('cell').first()).toHaveText(/100\.00 %Exceeded, 1 of 1/)
  await expect(limits.getByRole('cell').nth(1)).toHaveAccessibleName(/100\.00 %/)
  await expect(limits.getByRole('cell').nth(1)).toHaveAttribute('title', /^Does not apply to this month/)
  await expectAccessibleInTrial(page)

  await page.getByText('Network', { exact: true }).click()
  await expect(page).toHaveURL(/by=network/)
  await expect(table.getByRole('row')).toHaveCount(4)
  const { name, rows } = await downloadExport(page)
  expect(name).toBe('ratios-by-network.csv')
  expect(rows.map(({ group, sales, disputes }) => [group, sales, disputes])).toEqual([
    ['mastercard', '1', '0'],
    ['visa', '1', '1'],
  ])
  await table.getByRole('link', { name: /visa/ }).press('Enter')
  await expect(page).toHaveURL(/network=visa/)
  await expect(table.getByRole('row', { name: /^Total/ })).toHaveText(/Total1010/)
  await page.getByRole('button', { name: 'visa' }).click()
  await expect(page).not.toHaveURL(/network/)
})

test('a failed report shows a persistent toast, and Try again loads it', async ({ page, signIn }) => {
  await signIn('Admin')
  await page.clock.install()
  await page.route('**/api/admin/get-processed-by-count', (route) =>
    route.fulfill({ status: 500, json: { status: 0, message: 'Something went wrong.' } }),
  )
  await page.getByRole('link', { name: 'Order Processed' }).click()
  const toast = toasts(page).filter({ hasText: 'Something went wrong.' })
  await expect(toast).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(toast).toBeVisible()
  await page.unroute('**/api/admin/get-processed-by-count')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Orders by staff member' })).toBeVisible()
})

test('Manage Invoices mails the invoice of an order (spec §8)', async ({ server, page, signIn }) => {
  const orderId = await server.takeIn({
    arrival_full_name: 'Siti Nurhaliza',
    email: 'siti@example.com',
    amount: '49.00',
    currency: 'USD',
  })
  const without = await server.takeIn({ arrival_full_name: 'No Amount' })
  await signIn('Night Staff')
  await page.getByRole('link', { name: 'Manage Invoices' }).click()
  const input = page.getByLabel('Order ID')
  const submit = page.getByRole('button', { name: 'Send Invoice' })

  await submit.click()
  await expect(page.getByText('Please enter your order id.')).toBeVisible()
  await expect(input).toBeFocused()
  await input.fill('12345')
  await submit.click()
  await expect(page.getByText('Order Id must be at least 6 characters.')).toBeVisible()
  await expectAccessibleInTrial(page)

  await input.fill('999999')
  await submit.click()
  await expect(page.getByText('Order 999999 does not exist.')).toBeVisible()
  await input.fill(String(without))
  await submit.click()
  await expect(page.getByText('Order has no amount.')).toBeVisible()

  await input.fill(String(orderId))
  await submit.click()
  await expect(
    toasts(page).filter({ hasText: /^Invoice \d{4}-000001 is kept here, not sent to/ }),
  ).toBeVisible()
  await expect(input).toHaveValue('')
  await expect.poll(async () => (await server.mails(orderId)).length).toBe(1)
  const [mail] = await server.mails(orderId)
  expect(mail?.attachments).toMatchObject([{ contentType: 'application/pdf' }])
})

test('Export of a queue saves the listed orders', async ({ server, page, signIn }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Xanthippe Export', processing_mode: 'priority' })
  await server.takeIn({ arrival_full_name: 'Somebody Else', processing_mode: 'priority' })
  await signIn('Team')
  await page.goto('/admin/priority-order?q=xanthippe')
  await expect(page.getByText('Xanthippe Export')).toBeVisible()
  const { name, rows } = await downloadExport(page)
  expect(name).toMatch(/^priorityOrder-\d{4}-\d\d-\d\d\.csv$/)
  expect(rows.map((row) => row['order_id'])).toEqual([String(orderId)])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('Somebody Else')).toBeVisible()
  expect((await downloadExport(page)).rows.length).toBeGreaterThanOrEqual(2)
})

test('a refused export shows an error, and the next export is saved', async ({ server, page, signIn }) => {
  const orderId = await server.takeIn({ processing_mode: 'priority' })
  await signIn('Team')
  await page.goto('/admin/priority-order')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await server.query('begin')
  try {
    await server.query(
      `select pg_advisory_xact_lock(hashtextextended('long read ' || id, 0)) from members where name = $1`,
      [people.Team.name],
    )
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: 'Another long list or export of yours is still open.' })
    await expect(refusal).toBeVisible()
    await expectAccessibleInTrial(page)
  } finally {
    await server.query('rollback')
  }
  expect((await downloadExport(page)).rows).toContainEqual(
    expect.objectContaining({ order_id: String(orderId) }),
  )
})
