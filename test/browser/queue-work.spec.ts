import type { Page } from '@playwright/test'
import { assignOrders } from '#contract/moves.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { expect, people, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'
import { heldToast } from './support/toasts.ts'

test.use({ role: 'Team' })

const row = (page: Page, orderId: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(orderId) }) })
const takeAsOther = (server: TestServer, orderId: number) =>
  server.call('Night Staff', assignOrders, { body: { orderId, assignto: people['Night Staff'].name } })
const today = jakartaToday(new Date())

async function takeInSome(server: TestServer, count: number, order: Record<string, unknown> = {}) {
  const orderIds: number[] = []
  for (let taken = 0; taken < count; taken++) orderIds.push(await server.takeIn(order))
  return orderIds
}

test("a colleague's order stays struck through until Refresh", async ({ page, server }) => {
  const [first = 0, second = 0, third = 0] = await takeInSome(server, 3)
  await page.goto('/admin/recent-order')
  const place = await row(page, first).boundingBox()
  await takeAsOther(server, second)
  const later = await server.takeIn({})
  await page.getByRole('checkbox', { name: `Select order ${third}` }).check()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  const done = await heldToast(page, 'Order has been assigned successfully')

  await expect(row(page, second)).toContainText(`${people['Night Staff'].name} took it`)
  await expect(row(page, second).getByRole('checkbox')).toBeDisabled()
  await expect(row(page, third)).toHaveCount(0)
  await expect(row(page, later)).toHaveCount(0)
  await expect(page.getByText('1 taken by somebody else; it leaves at Refresh')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 new order – Show' })).toBeVisible()
  // Exactly one row less above it.
  expect((await row(page, first).boundingBox())?.y).toBe((place?.y ?? 0) - 36)

  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, third)).toBeVisible()
  expect(await row(page, first).boundingBox()).toEqual(place)

  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row(page, second)).toHaveCount(0)
  await expect(row(page, later)).toBeVisible()
})

test('a click on a row that moved under the pointer is ignored; a key is not', async ({ page, server }) => {
  const [older = 0, newer = 0] = await takeInSome(server, 2, { processing_mode: 'priority' })
  await page.goto('/admin/priority-order')
  const box = await row(page, newer).getByRole('checkbox').boundingBox()
  if (!box) throw new Error('the row is not there')
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(row(page, newer)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.mouse.down()
  await page.mouse.up()
  await expect(row(page, older).getByRole('checkbox')).not.toBeChecked()
  await page.mouse.move(box.x + 6, box.y + 6)
  await page.mouse.down()
  await page.mouse.up()
  await expect(row(page, older).getByRole('checkbox')).toBeChecked()
})

test('missed orders are red, counted and filterable (product §12)', async ({ page, server }) => {
  const [late, soon] = [
    await server.takeIn({ arrival_doa: addDays(today, -2), arrival_full_name: 'Late Traveller' }),
    await server.takeIn({ arrival_doa: addDays(today, 1), arrival_full_name: 'Soon Traveller' }),
  ]
  await page.goto('/admin/recent-order?q=Traveller')
  await expect(row(page, late)).toContainText(/missed/)
  await page.getByRole('button', { name: 'Arrival Date' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([String(late), String(soon)])
  await expect(page).toHaveURL(/q=Traveller&sort=travel_date&order=asc/)

  await page.getByRole('button', { name: 'Urgency' }).click()
  const menu = page.getByRole('dialog')
  // The queue's counts do not apply to the searched orders.
  const missed = menu.getByRole('checkbox', { name: /^Missed/ })
  await expect(missed).toHaveAccessibleName('Missed')
  await missed.check()
  await expect(page.getByRole('rowheader')).toHaveText([String(late)])
  await expect(page).toHaveURL(/urgency=missed/)
  await page.reload()
  await page.getByRole('button', { name: 'Clear Urgency' }).click()
  await expect(row(page, soon)).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Urgency' }).click()
  await expect(missed).toHaveAccessibleName(/^Missed \d+$/)
})

test('selected rows are kept across pages (product §9)', async ({ page, server }) => {
  await takeInSome(server, 11, { processing_mode: 'priority' })
  await page.goto('/admin/priority-order')
  const first = page.getByRole('checkbox', { name: /^Select order/ }).first()
  await first.check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(first).not.toBeChecked()
  await first.check()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('checkbox', { name: /^Select order/ })).toHaveCount(10)
  await expect(first).toBeChecked()
})

test('the folded sidebar and the chosen columns are remembered', async ({ page, server }) => {
  await server.takeIn({})
  await page.goto('/admin/recent-order')
  await page.getByRole('button', { name: 'Fold to icons' }).click()
  const queues = page.getByRole('navigation', { name: 'Queues and settings' })
  await expect.poll(async () => (await queues.boundingBox())?.width).toBeLessThan(80)
  // Queues without a count are behind one icon.
  await expect(queues.getByRole('link', { name: 'Manage Invoices' })).toHaveCount(0)
  await queues.getByRole('button', { name: 'Reports and settings' }).click()
  await expect(page.getByRole('menuitem', { name: 'Manage Invoices' })).toBeVisible()
  await page.keyboard.press('Escape')
  await queues.getByRole('link', { name: /^Awaiting Govt/ }).hover()
  await expect(page.getByText('Awaiting Govt 0')).toBeVisible()
  const columns = page.getByRole('button', { name: 'Columns' })
  await columns.click()
  await page.getByRole('checkbox', { name: 'Telephone' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await expect(columns).toContainText('1 off')
  await expect(page.getByRole('columnheader', { name: 'Telephone' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Telephone' })).toHaveCount(0)
  await expect.poll(async () => (await queues.boundingBox())?.width).toBeLessThan(80)
  await expect(queues.getByRole('link', { name: /^Refunds/ })).toBeVisible()

  await page.goto('/admin/pending-order')
  await expect(page.getByRole('columnheader', { name: 'Telephone' })).toBeVisible()
})

test('Back restores the scroll; a directly opened order marks its queue', async ({ page, server }) => {
  await takeInSome(server, 40)
  await page.goto('/admin/recent-order?rows=50')
  const frame = page.locator('[data-scrolls]')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await frame.evaluate((element) => element.scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
  await page
    .getByRole('link', { name: /^View order/ })
    .nth(12)
    .click()
  await page.getByRole('link', { name: 'Back to New Orders' }).click()
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(400)

  const refunded = await server.takeIn({})
  await server.move('Admin', refunded, 'Refunds')
  await page.goto(`/admin/view-order/${encodeOrderId(refunded)}`)
  await expect(
    page.getByRole('navigation', { name: 'Queues and settings' }).getByRole('link', { name: /^Refunds/ }),
  ).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Back to Refunds' })).toBeVisible()
})

test('an order moved in its view does not flash in the list on the way back', async ({ page, server }) => {
  const [other = 0, moved = 0] = await takeInSome(server, 2)
  const asked = page.waitForRequest('**/api/admin/get-orders-list/newOrder?*')
  await page.goto('/admin/recent-order')
  expect(new URL((await asked).url()).searchParams.get('userName')).toBe(people.Team.name)
  await row(page, moved)
    .getByRole('link', { name: `View order ${moved}` })
    .click()
  await page.getByRole('button', { name: 'Move to Awaiting Govt' }).click()
  await expect(page.getByRole('button', { name: 'Move to Awaiting Govt' })).toHaveCount(0)
  await page.evaluate((orderId) => {
    const look = () => {
      if (document.querySelector('[role="grid"]')?.textContent.includes(orderId))
        document.body.dataset['seen'] = orderId
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, String(moved))
  await page.getByRole('link', { name: 'Back to New Orders' }).click()
  await expect(row(page, other)).toBeVisible()
  await expect(page.locator('body[data-seen]')).toHaveCount(0)
})
