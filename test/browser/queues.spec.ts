import type { Page } from '@playwright/test'
import { addDays, jakartaToday, monthNames, windowOpensOn } from '#contract/rules/dates.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import { expect, people, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'

const allRoles = roles
const leadRoles: readonly Role[] = ['Admin', 'Manager']
const noRoles: readonly Role[] = []

interface Queue {
  label: string
  orderFields?: Record<string, unknown>
  isMine?: true
  moveTo?: MoveTarget
  /** Spec §6: which roles see which bulk button. */
  bulk: [button: string, who: readonly Role[]][]
  rowDelete: readonly Role[]
}

const travelDate = addDays(jakartaToday(new Date()), 200)
/** Product §2: a future order counts in the month in which its window opens, three days before. */
const windowMonth = Number(windowOpensOn(travelDate, 3).slice(5, 7))
const month = String(monthNames[windowMonth - 1])

const assign: Queue['bulk'][0] = ['Assign to me', allRoles]
const deleteByLeads: Queue['bulk'][0] = ['Delete Order', leadRoles]

/** One of each set of actions; queue-screens.test.ts has every queue for every role. */
const queues: Queue[] = [
  {
    label: 'My Orders',
    isMine: true,
    bulk: [
      ['Move to Original Folder', allRoles],
      ['Delete Order', ['Admin']],
    ],
    rowDelete: leadRoles,
  },
  { label: 'New Orders', bulk: [assign, deleteByLeads], rowDelete: leadRoles },
  { label: 'Completed Orders', moveTo: 'Completed', bulk: [deleteByLeads], rowDelete: leadRoles },
  {
    label: 'Future Orders',
    orderFields: { arrival_doa: travelDate },
    bulk: [['Delete Order', allRoles]],
    rowDelete: allRoles,
  },
  { label: 'Deleted Orders', moveTo: 'Deleted', bulk: [], rowDelete: noRoles },
  {
    label: 'Refunds',
    moveTo: 'Refunds',
    bulk: [['Refunded it', allRoles], deleteByLeads],
    rowDelete: leadRoles,
  },
]

async function createOrderIn({ orderFields = {}, isMine, moveTo }: Queue, server: TestServer, role: Role) {
  const orderId = await server.takeIn(orderFields)
  if (isMine) await server.assign(role, orderId)
  if (moveTo) await server.move('Admin', orderId, moveTo)
  return orderId
}

async function openQueue(page: Page, label: string) {
  await page.getByRole('link', { name: new RegExp(`^${label} [\\d,]+$`) }).click()
  if (label === 'Future Orders') await page.getByRole('link', { name: new RegExp(`^${month} \\d+$`) }).click()
}

// The most buttons and the fewest.
for (const role of ['Admin', 'Telecaller'] as const)
  test.describe(role, () => {
    test.use({ role })

    test('sees exactly the actions of the role in a queue of each kind', async ({ page, server }) => {
      test.slow()
      await page.goto('/admin')
      for (const queue of queues) {
        const orderId = await createOrderIn(queue, server, role)
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

test.describe('Future Orders (product §4)', () => {
  test.use({ role: 'Telecaller' })

  test("shows twelve months and a month's orders (spec §2; product §2)", async ({ page, server }) => {
    const [before] = await server.query(
      `select count(*)::int as n from orders where process_status = 'New' and processing_mode = 'future'
        and assignee_id is null and right(process_month, 2)::int = $1`,
      [windowMonth],
    )
    const orderId = await server.takeIn({ arrival_doa: travelDate })
    await page.goto('/admin/future-order')
    const months = page.getByRole('navigation', { name: 'Months' }).getByRole('link')
    const counts = monthNames.map((name) =>
      name === month ? `${name}${Number(before?.['n']) + 1}` : new RegExp(`^${name}\\d+$`),
    )
    await expect(months).toHaveText(counts)

    await months.filter({ hasText: month }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Future Orders – ${month}`)
    await expect(page.getByRole('rowheader', { name: String(orderId) })).toBeVisible()
    const later = await server.takeIn({ arrival_doa: travelDate })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('rowheader', { name: String(later) })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/admin/future-order')
    await expect(months.filter({ hasText: month })).toHaveText(`${month}${Number(before?.['n']) + 2}`)
  })
})

test.describe('the View link (spec §6)', () => {
  test.use({ role: 'Admin' })

  test('of an assigned order is grey and opens it', async ({ page, server }) => {
    const free = await server.takeIn({})
    const assigned = await server.takeIn({})
    await server.assign('Team', assigned)
    await page.goto('/admin/order-history')
    const view = (orderId: number) => page.getByRole('link', { name: `View order ${orderId}` })
    const colours = (orderId: number) =>
      view(orderId).evaluate((link) => {
        const { backgroundColor, color } = getComputedStyle(link)
        return { backgroundColor, color }
      })
    await expect(view(assigned)).toBeVisible()
    const [grey, usual] = [await colours(assigned), await colours(free)]
    expect(grey.backgroundColor).not.toBe(usual.backgroundColor)
    expect(grey.color).not.toBe(usual.color)
    await view(assigned).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(assigned))
    await expect(page.getByText(people.Team.name).first()).toBeVisible()
  })
})
