import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { enter } from './support/enter.ts'

/** Spec §2, Columns; Order ID, Promise and Status stand before them (product §9, §12). */
const columns = [
  'Order ID',
  'Promise',
  'Status',
  'Name',
  'Arrival Date',
  'Departure Date',
  'E-mail',
  'Telephone',
  'Date',
  'Refund Date',
  'Process Date',
  'Process Month',
  'Assigned To',
  'Order Type',
]
const columnsWithout = (...hidden: string[]) => columns.filter((column) => !hidden.includes(column))

/** Spec §2, Order queue screens: the Date column on three of them, no telephone on one. */
const queues = [
  { route: '/admin/my-order', heading: 'My Orders', columns: columnsWithout('Date') },
  { route: '/admin/recent-order', heading: 'New Orders', columns },
  { route: '/admin/future-order?month=2', heading: 'Future Orders – Feb', columns },
  { route: '/admin/priority-order', heading: 'Priority Order', columns },
  { route: '/admin/pending-order', heading: 'Pending Orders', columns: columnsWithout('Date') },
  {
    route: '/admin/completed-order',
    heading: 'Completed Orders',
    columns: columnsWithout('Promise', 'Date'),
  },
  { route: '/admin/deleted-order', heading: 'Deleted Orders', columns: columnsWithout('Promise', 'Date') },
  { route: '/admin/awaiting-response', heading: 'Awaiting Customer', columns: columnsWithout('Date') },
  { route: '/admin/awaiting-govt', heading: 'Awaiting Govt', columns: columnsWithout('Date') },
  { route: '/admin/called', heading: 'Customer Called', columns: columnsWithout('Date') },
  { route: '/admin/order-history', heading: 'Order History', columns: columnsWithout('Date') },
  {
    route: '/admin/contact-customer',
    heading: 'Contact Customer',
    columns: columnsWithout('Date').filter((column) => column !== 'Telephone'),
  },
  {
    route: '/admin/refund-order',
    heading: 'Refunds',
    columns: [...columnsWithout('Promise', 'Date'), 'Amount'],
  },
  {
    route: '/admin/chargeback',
    heading: 'Chargeback',
    columns: [...columnsWithout('Promise', 'Date'), 'Answer due'],
  },
]

/** Labels of the statuses (spec §2, §4). */
const statusLabels = {
  Awaiting: 'Awaiting Customer',
  AwaitingGovt: 'Awaiting Govt',
  'Contact Customer': 'Contact Customer',
  'Customer Called': 'Customer Called',
  Refunds: 'Refunds',
  ChargeBack: 'ChargeBack',
  Deleted: 'Deleted',
} as const

const timestampPattern = /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/
/** Columns of times name their zone. */
const headPattern = (header: string) => new RegExp(`^${header}${header.endsWith('Date') ? '( EST)?' : ''}$`)
const rowOf = (page: Page, orderId: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(orderId) }) })
const cellsOf = (row: Locator) => row.getByRole('gridcell')
const isRed = (text: Locator) =>
  text.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number)
    return red > 2 * green && red > 2 * blue
  })

test.describe('an Admin (spec §1, §2, §9; product §1)', () => {
  test.use({ role: 'Admin' })

  test('sees the fourteen queues with heading, ordered columns and Refresh', async ({ page }) => {
    await page.goto('/admin')
    for (const { route, heading, columns: shown } of queues) {
      await enter(page, route)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
      await expect(page.getByRole('searchbox', { name: `Search ${heading}` })).toBeVisible()
      const choose = heading === 'Deleted Orders' ? [] : ['']
      await expect(page.getByRole('columnheader')).toHaveText([
        ...choose,
        ...shown.map(headPattern),
        'Actions',
      ])
      await expect(page).toHaveTitle('Pabean – Customs Declaration Desk')
    }
  })

  test('sees the specified formats, and - for none (spec §3; product §5)', async ({ page, server }) => {
    const arrival = await server.takeIn({
      arrival_full_name: 'Élodie Müller',
      arrival_email: 'elodie@example.com',
      arrival_phone_code: '62',
      arrival_phone_number: '81234567',
      arrival_doa: '2026-03-05',
    })
    const departure = await server.takeIn({
      landing_domain: 'departure.pabean.example',
      departure_full_name: 'Siti Rahma',
      departure_contact_email_address: 'siti@example.com',
      departure_phone_number_1: '0812 999',
      departure_departure_date: '2026-04-01 23:15:00',
    })
    const bare = await server.takeIn({ landing_domain: 'pabean.example', email: 'buyer@example.com' })
    await server.assign('Team', arrival)
    await server.move('Admin', [arrival, departure, bare], 'Completed')
    await page.goto('/admin/completed-order')
    const arrivalCells = [
      '',
      'Completed',
      'Élodie Müller',
      '05-03-2026',
      '-',
      'elodie@example.com',
      '+62 81234567',
    ]
    const departureCells = ['', 'Completed', 'Siti Rahma', '-', '01-04-2026', 'siti@example.com', '0812 999']
    // Without a traveller's e-mail, the buyer's.
    const bareCells = ['', 'Completed', '-', '-', '-', 'buyer@example.com', '-']
    const dates = ['-', timestampPattern, /^[A-Z][a-z]{2} \d{4}$/]
    await expect(cellsOf(rowOf(page, arrival))).toHaveText([
      ...arrivalCells,
      ...dates,
      'Rizky Pratama',
      'Arrival',
      'View',
    ])
    await expect(cellsOf(rowOf(page, departure))).toHaveText([
      ...departureCells,
      ...dates,
      '-',
      'Departure',
      'View',
    ])
    await expect(cellsOf(rowOf(page, bare))).toHaveText([...bareCells, ...dates, '-', 'Unknown', 'View'])
  })

  test('sees every status by its label', async ({ page, server }) => {
    const made = new Map<string, number>()
    for (const [status, word] of Object.entries(statusLabels)) {
      const orderId = await server.takeIn({})
      await server.move('Admin', orderId, status as keyof typeof statusLabels)
      made.set(word, orderId)
    }
    await page.goto('/admin/order-history')
    for (const [word, orderId] of made) await expect(cellsOf(rowOf(page, orderId)).nth(2)).toHaveText(word)
  })

  test('reloads with Refresh and keeps page, search and page size', async ({ page, server }) => {
    const name = 'Refreshing Visitor'
    await server.takeIn({ arrival_full_name: name })
    await page.goto('/admin/recent-order?q=refreshing&rows=25')
    await expect(page.getByRole('row')).toHaveCount(2)
    const later = await server.takeIn({ arrival_full_name: name })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rowOf(page, later)).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('searchbox')).toHaveValue('refreshing')
    await expect(page.getByLabel('Rows:')).toHaveValue('25')
    await expect(page).toHaveURL('/admin/recent-order?q=refreshing&rows=25')
  })

  test('a search without a hit leads to the queue that has one, found by its second traveller', async ({
    page,
    server,
  }) => {
    const orderId = await server.takeIn({ familyMember: [{ family_member_name: 'Kaspar Hasenfuß' }] })
    await page.goto('/admin/deleted-order?q=hasenfuss kaspar')
    await expect(page.getByText('No records found')).toBeVisible()
    await expect(page.getByText('Another queue has it')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'New Orders' }).click()
    await expect(rowOf(page, orderId)).toContainText('Traveller 2')
  })
})

test.describe('a member without orders', () => {
  test.use({ role: 'Night Staff' })

  test("sees 'No data available in table' in red", async ({ page }) => {
    await page.goto('/admin/my-order')
    const none = page.getByText('No data available in table')
    await expect(none).toBeVisible()
    expect(await isRed(none)).toBe(true)
  })

  test("sees 'No records found' and clears the search (spec §8; product §9)", async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await page.goto('/admin/recent-order')
    await expect(rowOf(page, orderId)).toBeVisible()
    await page.getByRole('searchbox').fill('nobody of this name')
    await expect(page.getByText('No records found')).toBeVisible()
    await expect(page.getByText('No data available in table')).toBeHidden()
    await page.getByRole('main').getByText('Clear search', { exact: true }).click()
    await expect(rowOf(page, orderId)).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('')
  })
})
