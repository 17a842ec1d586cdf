import type { Page } from '@playwright/test'
import { saveDispute } from '#contract/disputes.ts'
import { addDays, displayDate, jakartaToday } from '#contract/rules/dates.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'
import { historyPanel } from './support/histories.ts'

test.use({ role: 'Team' })

const savedMessage = 'Chargeback has been saved successfully.'
const inDays = (days: number) => addDays(jakartaToday(new Date()), days)

async function createChargeback(server: TestServer) {
  const orderId = await server.takeIn({})
  await server.move('Admin', orderId, 'ChargeBack')
  return orderId
}
const openOrder = (page: Page, orderId: number) => page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
const openButton = (page: Page) => page.getByRole('button', { name: 'ChargeBack details' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'ChargeBack details' })
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()
const row = (page: Page, orderId: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(orderId) }) })
const toast = (page: Page) => page.getByRole('status').filter({ hasText: savedMessage })

test('due date, reason code and outcome are recorded, shown and cleared', async ({ page, server }) => {
  const orderId = await createChargeback(server)
  const soon = inDays(5)
  await openOrder(page, orderId)
  const dialog = dialogOf(page)
  const history = historyPanel(page, 'All')
  await expect(page.getByText('No due date')).toBeVisible()

  await test.step('by key', async () => {
    await openButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Due date')).toBeFocused()
    await expectAccessibleInTrial(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await expect(calendar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(dialog.getByLabel('Due date')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
  })

  await test.step('common reason codes are suggested, and any code is accepted', async () => {
    const code = dialog.getByLabel('Reason code')
    const suggested = await code.evaluate((input) =>
      [...((input as HTMLInputElement).list?.options ?? [])].map(({ value }) => value),
    )
    expect(suggested).toEqual(expect.arrayContaining(['10.4', '13.1', '13.6', '13.7', '4837', '4853']))
    await expect(dialog.getByLabel('Outcome').getByRole('option')).toHaveText([
      'None',
      'Won',
      'Lost',
      'Accepted',
    ])
    await code.fill('x'.repeat(41))
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription('Reason code has at most 40 characters.')
    await expect(code).toBeFocused()
  })

  await dialog.getByLabel('Due date').fill(displayDate(soon))
  await dialog.getByLabel('Reason code').fill('10.4')
  await save(page)
  await expect(toast(page)).toBeVisible()
  const fact = page.getByRole('definition').filter({ hasText: 'Due within a week' })
  await expect(fact).toContainText(displayDate(soon))
  await expect(fact).toContainText('10.4')
  await expect(history).toContainText('ChargeBack recorded')
  await expect(history).toContainText(`Due date: - → ${displayDate(soon)}`)
  await expect(history).toContainText('Reason code: - → 10.4')

  await test.step('the dialog shows the stored values, and emptying it clears them', async () => {
    await openButton(page).click()
    await expect(dialog.getByLabel('Due date')).toHaveValue(displayDate(soon))
    await dialog.getByLabel('Due date').fill('')
    await dialog.getByLabel('Outcome').selectOption('Won')
    await save(page)
    await expect(page.getByText('Decided')).toBeVisible()
    await expect(history).toContainText('Outcome: - → Won')
    await expect(history).toContainText(`Due date: ${displayDate(soon)} → -`)
  })
})

test("the queue shows each chargeback's urgency, date, code and outcome", async ({ page, server }) => {
  test.slow()
  const cases = [
    { dueOn: inDays(-1), reasonCode: '13.1', outcome: '', band: 'Overdue' },
    { dueOn: inDays(0), reasonCode: '13.6', outcome: '', band: 'Due within a week' },
    { dueOn: inDays(30), reasonCode: '4853', outcome: '', band: 'Due later' },
    { dueOn: '', reasonCode: '', outcome: '', band: 'No due date' },
    { dueOn: inDays(-9), reasonCode: '13.7', outcome: 'Lost', band: 'Decided' },
  ] as const
  const shown = []
  for (const { band, ...facts } of cases) {
    const orderId = await createChargeback(server)
    await server.call('Team', saveDispute, { body: { orderId, ...facts } })
    shown.push({ orderId, band, ...facts })
  }
  await page.goto('/admin/chargeback')
  await expect(page.getByRole('columnheader', { name: 'Answer due' })).toBeVisible()
  for (const { orderId, band, dueOn, reasonCode, outcome } of shown) {
    const cell = row(page, orderId).getByRole('gridcell').filter({ hasText: band })
    await expect(cell).toHaveText(`${band}${outcome}${dueOn && displayDate(dueOn)}${reasonCode}`)
  }
  await expectAccessibleInTrial(page)

  await page.setViewportSize({ width: 390, height: 844 })
  for (const { orderId, band } of shown)
    await expect(page.getByRole('listitem').filter({ hasText: String(orderId) })).toContainText(band)
  await expectAccessibleInTrial(page)
})

test("saving a chargeback is refused if the order's status has changed", async ({ page, server }) => {
  const orderId = await createChargeback(server)
  await openOrder(page, orderId)
  await openButton(page).click()
  await server.move('Admin', orderId, 'Refunds')
  await dialogOf(page).getByLabel('Reason code').fill('10.4')
  await save(page)
  await expect(page.getByRole('alert')).toContainText(`Order ${orderId} is Refunds.`)
})
