import type { Page } from '@playwright/test'
import { roles, type Role } from '#contract/rules/roles.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import { enter } from './support/enter.ts'

/** Spec §2, Dashboard tiles; the condition counts the same in plain SQL. */
const tiles = [
  { label: 'My Orders', route: '/admin/my-order', where: `process_status = 'New' and assignee_id = $1` },
  {
    label: 'New Orders',
    route: '/admin/recent-order',
    where: `process_status = 'New' and assignee_id is null and processing_mode = 'standard'`,
  },
  {
    label: 'Priority Order',
    route: '/admin/priority-order',
    where: `process_status = 'New' and assignee_id is null and processing_mode = 'priority'`,
  },
  {
    label: 'Pending Orders',
    route: '/admin/pending-order',
    where: `process_status = 'New' and assignee_id is not null`,
  },
  { label: 'Completed Orders', route: '/admin/completed-order', where: `process_status = 'Completed'` },
]

/** Spec §2, Sidebar. */
const sidebar: { label: string; route: string; where?: string }[] = [
  // Additions, before the specification's entries.
  { label: 'Shift desk', route: '/admin/shift' },
  {
    label: 'Late and due soon',
    route: '/admin/open-orders?urgency=late,soon&sort=due_at&order=asc',
    where: `process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')
      and due_at < now() + interval '2 hours' and coalesce(window_opens_on, '-infinity') <= (now() at time zone 'Asia/Jakarta')::date
      and coalesce(travel_date, 'infinity') >= (now() at time zone 'Asia/Jakarta')::date`,
  },
  {
    label: 'Documents proposed',
    route: '/admin/proposals',
    where: `order_id in (select unnest(order_ids) from proposals where sent_at is null and dismissed_at is null)`,
  },
  {
    label: 'Mail problems',
    route: '/admin/mail-problems',
    where: `exists (select from mails m where m.order_id = orders.order_id and m.state in ('bounced', 'failed', 'unknown'))`,
  },
  {
    label: 'Replies',
    route: '/admin/replies',
    where: `exists (select from messages r where r.order_id = orders.order_id and r.direction = 'in' and r.handled_at is null)`,
  },
  { label: 'Disputes', route: '/admin/disputes' },
  { label: 'Awaiting Customer', route: '/admin/awaiting-response', where: `process_status = 'Awaiting'` },
  { label: 'Awaiting Govt', route: '/admin/awaiting-govt', where: `process_status = 'AwaitingGovt'` },
  {
    label: 'Contact Customer',
    route: '/admin/contact-customer',
    where: `process_status = 'Contact Customer'`,
  },
  { label: 'Customer Called', route: '/admin/called', where: `process_status = 'Customer Called'` },
  { label: 'Order History', route: '/admin/order-history', where: 'true' },
  {
    label: 'Future Orders',
    route: '/admin/future-order',
    where: `process_status = 'New' and assignee_id is null and processing_mode = 'future'`,
  },
  { label: 'Deleted Orders', route: '/admin/deleted-order', where: `process_status = 'Deleted'` },
  { label: 'Refunds', route: '/admin/refund-order', where: `process_status = 'Refunds'` },
  { label: 'Chargeback', route: '/admin/chargeback', where: `process_status = 'ChargeBack'` },
  { label: 'Country Order List', route: '/admin/country-order-list' },
  { label: 'Manage Invoices', route: '/admin/send-invoice' },
  { label: 'Manage Team', route: '/admin/manage-team' },
  { label: 'Order Processed', route: '/admin/processed-order' },
  { label: 'Promises Kept', route: '/admin/promises-kept' },
  { label: 'Ratios', route: '/admin/ratios' },
  { label: 'Templates', route: '/admin/templates' },
  { label: 'Gateway Setting', route: '/admin/gateway-setting' },
  { label: 'Change Password', route: '/admin/change-password' },
  { label: 'Privacy desk', route: '/admin/privacy' },
  { label: 'Logout', route: '/logout' },
]

const leadOnlyPages = [
  'Manage Team',
  'Order Processed',
  'Ratios',
  'Promises Kept',
  'Gateway Setting',
  'Change Password',
]
/** Spec §6; links to pages that the role may not see are hidden, and the pages refuse direct entry (product §4). */
const hiddenPagesByRole = {
  Admin: [],
  Manager: ['Privacy desk'],
  Team: [...leadOnlyPages, 'Privacy desk'],
  Telecaller: ['Order History', ...leadOnlyPages, 'Privacy desk'],
  'Night Staff': [...leadOnlyPages, 'Privacy desk'],
} satisfies Record<Role, string[]>
const hidesTeam = (role: Role) => hiddenPagesByRole[role].some((label) => label === 'Manage Team')
/** Pages of Admins and Managers without a sidebar link. */
const teamAddresses = ['/admin/manage-team/1', '/admin/intake-keys', '/admin/import', '/admin/audit']

const links = (page: Page, navigation: string) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link')
const routes = (page: Page, navigation: string) =>
  links(page, navigation).evaluateAll((found) => found.map((link) => link.getAttribute('href')))

for (const role of roles)
  test.describe(role, () => {
    test.use({ role })
    const visible = sidebar.filter(({ label }) => !hiddenPagesByRole[role].some((name) => name === label))

    test('sees the tiles, links and forbidden pages of the role (spec §6; product §4)', async ({ page }) => {
      await page.goto('/admin')
      await expect(page.getByRole('button', { name: `Welcome ${people[role].name}` })).toBeVisible()
      await expect(links(page, 'Desk')).toHaveText(tiles.map(({ label }) => new RegExp(`^${label} ?\\d*$`)))
      expect(await routes(page, 'Desk')).toEqual(tiles.map(({ route }) => route))
      await expect(links(page, 'Queues and settings')).toHaveText(
        visible.map(({ label }) => new RegExp(`^${label} ?\\d*$`)),
      )
      expect(await routes(page, 'Queues and settings')).toEqual(visible.map(({ route }) => route))

      const hidden = sidebar.filter(({ label }) => hiddenPagesByRole[role].some((name) => name === label))
      const [first] = hidden
      if (!first) return
      const title = page.getByRole('heading', { level: 1 })
      const expectForbidden = async () => {
        await expect(title).toHaveText('You can’t open this page')
        await expect(links(page, 'Queues and settings')).toHaveCount(visible.length)
      }
      // The first by its address, the others within the page, which uses the same rule.
      await page.goto(first.route)
      await expectForbidden()
      for (const route of [
        ...hidden.map((entry) => entry.route),
        ...(hidesTeam(role) ? teamAddresses : []),
      ]) {
        await enter(page, '/admin/nothing-here')
        await expect(title).toHaveText('There is nothing here')
        await enter(page, route)
        await expectForbidden()
      }
      const main = page.getByRole('main')
      await main.getByRole('link', { name: 'Go to the dashboard' }).click()
      await expect(page).toHaveURL(/\/admin$/)
      await page.goBack()
      await enter(page, '/admin/nothing-here')
      await main.getByRole('button', { name: 'Back' }).click()
      await expectForbidden()
    })
  })

test.describe('counts', () => {
  test.use({ role: 'Manager' })
  const visible = sidebar.filter(({ label }) => label !== 'Privacy desk')

  test('tiles and sidebar queues show fresh counts (product §12)', async ({ page, server }) => {
    const [me] = await server.query('select id from members where name = $1', [people.Manager.name])
    const expected = async (entries: { label: string; where?: string }[]) => {
      const texts: RegExp[] = []
      for (const { label, where } of entries) {
        const values = where?.includes('$1') ? [me?.['id']] : []
        const [row] = where
          ? await server.query(`select count(*) as n from orders where ${where}`, values)
          : []
        texts.push(new RegExp(`^${label}${row ? ` ?${String(row['n'])}` : ''}$`))
      }
      return texts
    }

    await server.takeIn({ processing_mode: 'priority' })
    const mine = await server.takeIn({})
    await server.assign('Manager', mine)
    await server.move('Manager', await server.takeIn({}), 'ChargeBack')
    await page.goto('/admin')
    await expect(links(page, 'Desk')).toHaveText(await expected(tiles))
    await expect(links(page, 'Queues and settings')).toHaveText(await expected(visible))

    await server.move('Admin', mine, 'AwaitingGovt')
    await links(page, 'Queues and settings').filter({ hasText: 'Awaiting Govt' }).click()
    await expect(page).toHaveURL('/admin/awaiting-govt')
    await expect(links(page, 'Desk')).toHaveText(await expected(tiles))
    await expect(links(page, 'Queues and settings')).toHaveText(await expected(visible))
  })
})

test.describe('on a screen under 991 px (spec §1)', () => {
  test.use({ role: 'Admin', viewport: { width: 990, height: 800 } })

  test('the 300 px sidebar opens by toggle and closes by button (spec §2, §9)', async ({ page }) => {
    await page.goto('/admin')
    await expect(links(page, 'Queues and settings')).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(links(page, 'Queues and settings')).toHaveCount(sidebar.length)
    expect((await page.getByRole('dialog').boundingBox())?.width).toBeCloseTo(300)
    await expectAccessibleInTrial(page)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(links(page, 'Queues and settings')).toHaveCount(0)
  })
})

test.describe('/chargeback', () => {
  test.use({ role: 'Team' })

  test('leads to /admin/chargeback (product §9)', async ({ page }) => {
    await page.goto('/chargeback')
    await expect(page).toHaveURL('/admin/chargeback')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chargeback')
  })
})
