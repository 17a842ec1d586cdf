import type { Page } from '@playwright/test'
import { addDays, jakartaToday, monthNames, windowOpensOn } from '#contract/rules/dates.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import { expect, people, test } from './fixtures.ts'
import type { Desk } from './support/test-server.ts'

const everyone = roles
const leads: readonly Role[] = ['Admin', 'Manager']
const nobody: readonly Role[] = []

interface Queue {
  label: string
  /** Fields of an order that is placed in the queue. */
  order?: Record<string, unknown>
  isMine?: true
  moveTo?: MoveTarget
  /** Spec §6: which roles see which bulk button. */
  bulk: [button: string, who: readonly Role[]][]
  rowDelete: readonly Role[]
}

const travel = addDays(jakartaToday(new Date()), 200)
/** Product §2: a future order counts in the month in which its window opens, three days before. */
const opensIn = Number(windowOpensOn(travel, 3).slice(5, 7))
const month = String(monthNames[opensIn - 1])

const assign: Queue['bulk'][0] = ['Assign to me', everyone]
const deleteByLeads: Queue['bulk'][0] = ['Delete Order', leads]
const usual = { bulk: [deleteByLeads], rowDelete: leads }

const queues: Queue[] = [
  {
    label: 'My Orders',
    isMine: true,
    bulk: [
      ['Move to Original Folder', everyone],
      ['Delete Order', ['Admin']],
    ],
    rowDelete: leads,
  },
  { label: 'New Orders', bulk: [assign, deleteByLeads], rowDelete: leads },
  {
    label: 'Priority Order',
    order: { processing_mode: 'priority' },
    bulk: [assign, deleteByLeads],
    rowDelete: leads,
  },
  { label: 'Pending Orders', isMine: true, ...usual },
  { label: 'Completed Orders', moveTo: 'Completed', ...usual },
  { label: 'Awaiting Customer', moveTo: 'Awaiting', ...usual },
  { label: 'Awaiting Govt', moveTo: 'AwaitingGovt', ...usual },
  { label: 'Contact Customer', moveTo: 'Contact Customer', ...usual },
  { label: 'Customer Called', moveTo: 'Customer Called', ...usual },
  { label: 'Order History', ...usual },
  {
    label: 'Future Orders',
    order: { arrival_doa: travel },
    bulk: [['Delete Order', everyone]],
    rowDelete: everyone,
  },
  { label: 'Deleted Orders', moveTo: 'Deleted', bulk: [], rowDelete: nobody },
  {
    label: 'Refunds',
    moveTo: 'Refunds',
    bulk: [['Refunded it', everyone], deleteByLeads],
    rowDelete: leads,
  },
  { label: 'Chargeback', moveTo: 'ChargeBack', ...usual },
]

async function bringInto({ order = {}, isMine, moveTo }: Queue, desk: Desk, role: Role) {
  const orderId = await desk.takeIn(order)
  if (isMine) await desk.assign(role, orderId)
  if (moveTo) await desk.move('Admin', orderId, moveTo)
  return orderId
}

async function openQueue(page: Page, label: string) {
  await page.getByRole('link', { name: new RegExp(`^${label} [\\d,]+$`) }).click()
  if (label === 'Future Orders') await page.getByRole('link', { name: new RegExp(`^${month} \\d+$`) }).click()
}

for (const role of roles)
  test.describe(role, () => {
    test.use({ role })

    test('sees exactly the actions that their role may use in every queue', async ({ page, desk }) => {
      test.slow()
      await page.goto('/admin')
      for (const queue of queues) {
        if (queue.label === 'Order History' && role === 'Telecaller') continue
        const orderId = await bringInto(queue, desk, role)
        await openQueue(page, queue.label)
        await page.getByRole('button', { name: 'Refresh' }).click()
        await expect(page.getByRole('link', { name: `View order ${orderId}` })).toBeVisible()
        await expect(page.getByRole('button', { name: `Delete order ${orderId}` })).toHaveCount(
          queue.rowDelete.includes(role) ? 1 : 0,
        )

        const buttons = queue.bulk.filter(([, who]) => who.includes(role)).map(([button]) => button)
        const choose = page.getByRole('checkbox', { name: `Select order ${orderId}` })
        if (buttons.length === 0) {
          await expect(choose).toHaveCount(0)
          continue
        }
        await choose.check()
        const offered = page.getByRole('group', { name: 'Chosen orders' })
        await expect(offered).toContainText('1 chosen')
        await expect(offered.getByRole('button')).toHaveText([...buttons, ''])
        await offered.getByRole('button', { name: 'Choose none' }).click()
        await expect(offered).toBeHidden()
        await expect(choose).not.toBeChecked()
      }
    })
  })

test.describe('Future Orders', () => {
  test.use({ role: 'Telecaller' })

  test("shows twelve months with counts, and a month's orders with Back and Refresh", async ({
    page,
    desk,
  }) => {
    const [before] = await desk.query(
      `select count(*)::int as n from orders where process_status = 'New' and processing_mode = 'future'
        and assignee_id is null and right(process_month, 2)::int = $1`,
      [opensIn],
    )
    const orderId = await desk.takeIn({ arrival_doa: travel })
    await page.goto('/admin/future-order')
    const months = page.getByRole('navigation', { name: 'Months' }).getByRole('link')
    const counts = monthNames.map((name) =>
      name === month ? `${name}${Number(before?.['n']) + 1}` : new RegExp(`^${name}\\d+$`),
    )
    await expect(months).toHaveText(counts)

    await months.filter({ hasText: month }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Future Orders – ${month}`)
    await expect(page.getByRole('rowheader', { name: String(orderId) })).toBeVisible()
    const later = await desk.takeIn({ arrival_doa: travel })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('rowheader', { name: String(later) })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/admin/future-order')
    await expect(months.filter({ hasText: month })).toHaveText(`${month}${Number(before?.['n']) + 2}`)
  })
})

test.describe('the View link', () => {
  test.use({ role: 'Admin' })

  test('of an assigned order is grey and opens it', async ({ page, desk }) => {
    const free = await desk.takeIn({})
    const taken = await desk.takeIn({})
    await desk.assign('Team', taken)
    await page.goto('/admin/order-history')
    const view = (orderId: number) => page.getByRole('link', { name: `View order ${orderId}` })
    const look = (orderId: number) =>
      view(orderId).evaluate((link) => {
        const { backgroundColor, color } = getComputedStyle(link)
        return { backgroundColor, color }
      })
    await expect(view(taken)).toBeVisible()
    const [grey, usual] = [await look(taken), await look(free)]
    expect(grey.backgroundColor).not.toBe(usual.backgroundColor)
    expect(grey.color).not.toBe(usual.color)
    await view(taken).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(taken))
    await expect(page.getByText(people.Team.name).first()).toBeVisible()
  })
})
