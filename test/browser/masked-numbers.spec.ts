import type { Page } from '@playwright/test'
import { listAuditEvents } from '#contract/audit.ts'
import { correctOrder } from '#contract/corrections.ts'
import { moveOrders } from '#contract/moves.ts'
import { showNumbers } from '#contract/order-details.ts'
import { addRemark } from '#contract/remarks.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'

test.use({ role: 'Team' })

const numbers = ['X1234567', 'V7654321', 'F2468135', 'OLD13579']

async function takeInOrder(server: TestServer): Promise<number> {
  const orderId = await server.takeIn({
    arrival_full_name: 'Haruto Satō',
    arrival_passport_number: 'OLD13579',
    arrival_visa_number: 'V7654321',
    familyMember: [{ family_member_name: 'Yui Satō', family_passport_number: 'F2468135' }],
  })
  const changes = { arrival_passport_number: 'X1234567' }
  await server.call('Team', correctOrder, { body: { orderId, changes, reason: 'A new one' } })
  await server.call('Team', addRemark, { body: { orderId, remark: 'Passport x1234567 is on its way' } })
  return orderId
}

const complete = (server: TestServer, orderId: number) =>
  server.call('Team', moveOrders, { body: { orderId, updatingStatus: 'Completed' } })

const openOrder = (page: Page, orderId: number) => page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
const showButtons = (page: Page) => page.getByRole('button', { name: /^Show the passport/ })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The page's text and attributes. */
const shownNumbers = async (page: Page) => {
  const html = (await page.content()).toUpperCase()
  return numbers.filter((number) => html.includes(number))
}

const recorded = async (server: TestServer, orderId: number) =>
  (
    await server.call('Admin', listAuditEvents, { query: { search: String(orderId), limit: 100 } })
  ).data.filter(({ action }) => action === 'numbers shown')

test('a finished order shows its numbers on recorded request (product §9)', async ({ page, server }) => {
  const orderId = await takeInOrder(server)
  await openOrder(page, orderId)
  await expect(section(page, 'Arrival').getByText('X1234567')).toBeVisible()
  await expect(showButtons(page)).toHaveCount(0)
  expect(await recorded(server, orderId)).toEqual([])

  await complete(server, orderId)
  await page.reload()
  await expect(section(page, 'Arrival').getByText('****567')).toBeVisible()
  await expect(section(page, 'Arrival').getByText('****321')).toBeVisible()
  await expect(section(page, 'Family Information').getByText('****135')).toBeVisible()
  await expect(section(page, 'Time line').getByText('****579').first()).toBeVisible()
  expect(await shownNumbers(page)).toEqual([])
  await expect(showButtons(page)).toHaveCount(2)
  await expectAccessibleInTrial(page)

  await showButtons(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(section(page, 'Arrival').getByText('X1234567')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Shown: the passport/ }).first()).toBeFocused()
  expect(await shownNumbers(page)).toEqual(numbers)
  expect(await recorded(server, orderId)).toMatchObject([
    { by: people.Team.name, order_id: orderId, details: { status: 'Completed' } },
  ])
  await expectAccessibleInTrial(page)

  await page.reload()
  await expect(section(page, 'Arrival').getByText('****567')).toBeVisible()
  expect(await shownNumbers(page)).toEqual([])
})

test('numbers stay masked if recording fails; a correction reveals them', async ({ page, server }) => {
  const orderId = await takeInOrder(server)
  await complete(server, orderId)
  await page.route(`**${showNumbers.path}`, (route) => route.abort())
  await openOrder(page, orderId)
  await showButtons(page).first().click()
  await expect(page.getByText('The server did not answer.')).toBeVisible()
  await expect(section(page, 'Arrival').getByText('****567')).toBeVisible()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(showNumbers.path))
  await page.getByRole('button', { name: 'Correct Arrival' }).click()
  await failed
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.unroute(`**${showNumbers.path}`)
  await page.getByRole('button', { name: 'Correct Arrival' }).click()
  await expect(page.getByRole('dialog').getByLabel('Passport', { exact: true })).toHaveValue('X1234567')
  expect(await recorded(server, orderId)).toHaveLength(1)
})
