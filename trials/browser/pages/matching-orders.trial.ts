import type { Page } from '@playwright/test'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'
import { toast } from '../../../test/browser/support/toasts.ts'

const chosenOrders = (page: Page) => page.getByRole('group', { name: 'Chosen orders' })
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' })
const confirmDelete = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Are you sure you want to delete?', exact: true })
    .getByRole('button', { name: 'Yes' })

async function countIn(server: TestServer, status: string): Promise<number> {
  const [row] = await server.query('select count(*)::int as n from orders where process_status = $1', [
    status,
  ])
  return Number(row?.n)
}

test.use({ role: 'Manager' })

let isFilled = false
test.beforeEach(async ({ server }) => {
  if (!isFilled) await server.insertManyOrders(6000)
  isFilled = true
})

test('all that match are chosen by one press, changed with progress, told by order, and put back as a whole (product §3)', async ({
  page,
  server,
}) => {
  const before = await countIn(server, 'Completed')
  const text = (count: number) => count.toLocaleString('en')
  await page.goto('/admin/completed-order?rows=50')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await selectPage(page).check()
  await expect(chosenOrders(page)).toContainText('50 chosen')
  await chosenOrders(page)
    .getByRole('button', { name: `Select all ${text(before)} that match` })
    .click()
  await expect(chosenOrders(page)).toContainText(`${text(before)} chosen`)

  // One left out here, and one that somebody changes meanwhile: the number is not the one that was shown.
  const checkbox = page.getByRole('checkbox', { name: /^Select order / }).first()
  const leftOut = Number((await checkbox.getAttribute('aria-label'))?.replaceAll(/\D/g, ''))
  await checkbox.uncheck()
  await expect(chosenOrders(page)).toContainText(`${text(before - 1)} chosen`)
  await expectAccessibleInTrial(page)
  await server.query(
    `update orders set process_status = 'Awaiting' where order_id = (
      select max(order_id) from orders where process_status = 'Completed')`,
  )
  await chosenOrders(page).getByRole('button', { name: 'Delete Order' }).click()
  await confirmDelete(page).click()
  await expect(page.getByRole('alert')).toContainText(
    `The list has ${before - 2} of these orders now. Nothing was changed.`,
  )
  await expect(chosenOrders(page)).toContainText(`${text(before - 2)} chosen`)

  await chosenOrders(page).getByRole('button', { name: 'Delete Order' }).click()
  // It cannot end before the last one is let go.
  await server.query('begin')
  await server.query(
    `select from orders where order_id = (
      select max(order_id) from orders where process_status = 'Completed') for update`,
  )
  await expect(page.getByRole('dialog')).toContainText(`${text(before - 2)} orders move to Deleted Orders.`)
  await confirmDelete(page).click()
  const progress = page.getByRole('region', { name: 'Delete Order' })
  await expect(progress.getByRole('button', { name: 'Cancel' })).toBeVisible()
  // Those of the last batch may be seen again until they are changed.
  await expect(page.getByRole('rowheader', { name: String(leftOut + 1) })).toBeHidden()
  await expect(page.getByRole('rowheader', { name: String(leftOut) })).toBeVisible()
  // A reload does not lose sight of it.
  await page.reload()
  await expect(progress).toBeVisible()
  await server.query('rollback')
  const done = toast(page, `${text(before - 2)} moved to Deleted Orders.`)
  await expect(done).toBeVisible()
  expect(await countIn(server, 'Completed')).toBe(1)
  await expectAccessibleInTrial(page)

  await done.getByRole('link', { name: 'See which' }).click()
  await expect(page.getByRole('heading', { name: 'Delete Order' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${text(before - 2)} moved to Deleted Orders.`)
  await expect(page.getByRole('list', { name: 'Changed' }).getByRole('link')).toHaveCount(100)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('list', { name: 'Changed' }).getByRole('link')).toHaveCount(200)
  await expectAccessibleInTrial(page)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main')).toContainText(`${text(before - 2)} orders are as before.`)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  expect(await countIn(server, 'Completed')).toBe(before - 1)
})
