import type { Page } from '@playwright/test'
import { refundOrders } from '#contract/refunds.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'
import { historyPanel, openHistory } from './support/histories.ts'
import { withoutStream } from './support/without-stream.ts'
import { heldToast, toast } from './support/toasts.ts'

test.use({ role: 'Team' })

const refundedMessage = 'Order has been refunded successfully'

async function createPendingRefund(server: TestServer, order: Record<string, unknown> = {}) {
  const orderId = await server.takeIn(order)
  await server.move('Admin', orderId, 'Refunds')
  return orderId
}
const refundAsOther = (server: TestServer, orderId: number) =>
  server.call('Night Staff', refundOrders, { body: { orderId } })

const row = (page: Page, orderId: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(orderId) }) })
const selectOrder = (page: Page, orderId: number) =>
  page.getByRole('checkbox', { name: `Select order ${orderId}` }).check()
const openOrder = (page: Page, orderId: number) => page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
const openButton = (page: Page) => page.getByRole('button', { name: 'Refunded it' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Refunded it' })

test('the queue refunds several orders in one dialog (product §12)', async ({ page, server }) => {
  test.slow()
  const [one, other, late] = [
    await createPendingRefund(server, { amount: '1250.5', currency: 'USD' }),
    await createPendingRefund(server),
    await createPendingRefund(server),
  ]
  await page.goto('/admin/refund-order')
  await expect(page.getByText('3 orders · 3 to refund')).toBeVisible()
  for (const orderId of [one, other, late]) {
    await expect(row(page, orderId).getByText('To refund')).toBeVisible()
    await selectOrder(page, orderId)
  }
  await expectAccessibleInTrial(page)
  await refundAsOther(server, late)
  await openButton(page).click()
  const dialog = dialogOf(page)
  const input = (label: string, orderId: number) => dialog.getByLabel(`${label} of order ${orderId}`)
  await expect(input('Reference', one)).toBeFocused()
  await page.keyboard.type('re_1')
  await page.keyboard.press('Tab')
  await expect(input('Reference', other)).toBeFocused()
  await expect(input('Amount', one)).toHaveValue('1250.50')
  await input('Amount', other).fill('20')
  await input('Currency', other).fill('usd')
  await expect(dialog.getByText('Sum of 3')).toBeVisible()
  await expect(dialog).toContainText('1,270.50 USD')
  await expectAccessibleInTrial(page)
  await input('Amount', late).fill('a lot')
  await page.keyboard.press('Enter')
  await expect(input('Amount', late)).toHaveAccessibleDescription(
    'Amount must be a number with at most two decimals.',
  )
  await input('Amount', late).fill('')
  await page.keyboard.press('Enter')

  const done = await heldToast(page, '2 orders have been refunded successfully')
  await expect(done).toContainText(
    `2 refunded; 1 skipped: ${late} was refunded already by ${people['Night Staff'].name}.`,
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('To refund')).toHaveCount(0)
  await expect(row(page, one)).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
  await expect(row(page, one)).toContainText('1,250.50 USD')
  await expect(row(page, other)).toContainText('20.00 USD')
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()

  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '2 orders are as before.')).toBeVisible()
  await expect(row(page, one).getByText('To refund')).toBeVisible()
  await expect(row(page, other).getByText('To refund')).toBeVisible()
  await expect(row(page, late).getByText('To refund')).toHaveCount(0)
  await expect(page.getByText('3 orders · 2 to refund')).toBeVisible()
})

test('the dialog names an order that is already refunded and leaves it out', async ({ page, server }) => {
  const [open, refunded] = [await createPendingRefund(server), await createPendingRefund(server)]
  await refundAsOther(server, refunded)
  await page.goto('/admin/refund-order')
  for (const orderId of [open, refunded]) await selectOrder(page, orderId)
  await openButton(page).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(`Already refunded, and left out: ${refunded}.`)
  await expect(dialog.getByText('Sum of 1')).toBeVisible()
  await expect(dialog.getByLabel(`Amount of order ${refunded}`)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select order ${open}` }).uncheck()
  await openButton(page).click()
  await expect(dialog).toContainText(`Already refunded, and left out: ${refunded}.`)
  await expect(dialog.getByRole('button', { name: 'Refunded it' })).toHaveCount(0)
  await expectAccessibleInTrial(page)
})

test('refunding a refunded order is refused with the name (spec §4)', async ({ page, server }) => {
  const orderId = await createPendingRefund(server)
  await withoutStream(page)
  await page.goto('/admin/refund-order')
  await selectOrder(page, orderId)
  await refundAsOther(server, orderId)
  await openButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Refunded it' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('alert')).toContainText(
    `Order ${orderId} was refunded already by ${people['Night Staff'].name}.`,
  )
  await expect(row(page, orderId).getByText('To refund')).toHaveCount(0)
})

test('on a phone an entry shows a pending refund', async ({ page, server }) => {
  const orderId = await createPendingRefund(server)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/refund-order')
  const entry = page.getByRole('listitem').filter({ hasText: String(orderId) })
  await expect(entry.getByText('To refund')).toBeVisible()
})

test('a refund in the order view is mailed and undone (product §3)', async ({ page, server }) => {
  test.slow()
  const orderId = await createPendingRefund(server, { amount: '59.00', currency: 'USD' })
  await openOrder(page, orderId)
  const information = page.getByRole('region', { name: 'Order Information' })
  await expect(information).toContainText('RefundedNot yet')

  const dialog = dialogOf(page)
  await test.step("by key: the dialog starts with the order's amount, and Escape changes nothing", async () => {
    await openButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Amount')).toBeFocused()
    await expect(dialog.getByLabel('Amount')).toHaveValue('59.00')
    await expect(dialog.getByLabel('Currency')).toHaveValue('USD')
    await expectAccessibleInTrial(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openButton(page)).toBeFocused()
  })

  await test.step('a wrong amount and a wrong currency are refused under their fields', async () => {
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Amount').fill('a lot')
    await dialog.getByLabel('Currency').fill('us')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
      'Amount must be a number with at most two decimals.',
    )
    await expect(dialog.getByLabel('Currency')).toHaveAccessibleDescription(
      'Currency must be a three-letter code.',
    )
    await expect(dialog.getByLabel('Amount')).toBeFocused()
  })

  await dialog.getByLabel('Amount').fill('49.90')
  await dialog.getByLabel('Currency').fill('eur')
  await dialog.getByLabel('Reference').fill('re_77')
  await dialog.getByRole('button', { name: 'Refunded it' }).click()
  const done = await heldToast(page, refundedMessage)
  await expect(done).toContainText(`${orderId} is refunded.`)
  await expect(dialog).toBeHidden()
  await expect(openButton(page)).toHaveCount(0)
  await expect(information).toContainText(/Refunded\d\d-\d\d-\d{4} \d\d:\d\d:\d\d\sEST/)
  await expect(information).toContainText('Refund49.90 EUR')
  await expect(information).toContainText('Refund referencere_77')
  await expect(await openHistory(page, 'Moves')).toContainText('Refunded')
  await expect(await openHistory(page, 'Email History')).toContainText('Refund')

  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `${orderId} is as before.`)).toBeVisible()
  await expect(openButton(page)).toBeVisible()
  await expect(information).toContainText('RefundedNot yet')
  await expect(historyPanel(page, 'Email History')).toContainText('Cancelled')
})

test('all fields of the refund dialog are optional', async ({ page, server }) => {
  const orderId = await createPendingRefund(server)
  await openOrder(page, orderId)
  await openButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Refunded it' }).click()
  await expect(toast(page, refundedMessage)).toBeVisible()
})

test("a refund after another member's is refused and refreshes the order", async ({ page, server }) => {
  const orderId = await createPendingRefund(server)
  await withoutStream(page)
  await openOrder(page, orderId)
  await openButton(page).click()
  await refundAsOther(server, orderId)
  await dialogOf(page).getByRole('button', { name: 'Refunded it' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `Order ${orderId} was refunded already by ${people['Night Staff'].name}.`,
  )
  await expect(dialogOf(page)).toBeHidden()
  await expect(openButton(page)).toHaveCount(0)
})

test('a customer’s request is found on the shift desk, granted by key and undone (product §14)', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  await server.query(
    `insert into customer_requests (order_id, about, asked_at) values ($1, 'stop', now() - interval '3 hours')`,
    [orderId],
  )
  await server.query(
    `insert into silent_sites (domain, silent_since, noticed_at) values ('quiet.example', '2026-11-20T17:03:00Z', now())`,
  )
  await page.goto('/admin/shift')
  await expect(page.getByRole('alert')).toHaveText(
    'No orders from quiet.example since 20-11-2026 12:03:00 EST',
  )
  await page.getByRole('link', { name: '1 Requests open oldest 3 h' }).click()
  await page.getByRole('link', { name: String(orderId) }).click()
  const card = page.getByRole('region', { name: 'The customer asks' })
  await expect(card.getByText('Stop my order')).toBeVisible()
  await expectAccessibleInTrial(page)

  await page.keyboard.press('Shift+N')
  await expect(card.getByText('Please enter your answer')).toBeVisible()
  await expect(card.getByLabel('Answer to the request')).toBeFocused()
  await page.keyboard.press('Escape')
  await card.getByLabel('Answer to the request').blur()
  await page.keyboard.press('Shift+G')
  await expect(toast(page, 'Stop my order: granted.')).toBeVisible()
  await expect(card.getByText(/granted by/)).toBeVisible()
  await toast(page, 'Stop my order: granted.').getByRole('button', { name: 'Undo' }).click()
  await openHistory(page, 'All')
  await expect(historyPanel(page, 'All').getByText('Request granted')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Grant: move to Refunds' })).toBeVisible()
})
