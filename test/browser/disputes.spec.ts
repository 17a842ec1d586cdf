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
  const soon = inDays(1)
  await openOrder(page, orderId)
  const dialog = dialogOf(page)
  const history = historyPanel(page, 'All')
  await expect(page.getByText('Due later').first()).toBeVisible()

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
      'Withdrawn',
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
  const fact = page.getByRole('definition').filter({ hasText: 'Due within 72 h' })
  await expect(fact).toContainText(/in \d+ [dh]/)
  await expect(fact).toContainText('10.4')
  await expect(history).toContainText('ChargeBack recorded')
  await expect(history).toContainText(`→ ${displayDate(soon)}`)
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
    {
      dueOn: inDays(-2),
      reasonCode: '13.1',
      outcome: '',
      band: 'Overdue',
      due: /late 1 d( \d+ h)?|late \d+ h/,
    },
    {
      dueOn: inDays(0),
      reasonCode: '13.6',
      outcome: '',
      band: 'Due within 72 h',
      due: /in (1 d )?\d+ h|in 1 d/,
    },
    {
      dueOn: inDays(30),
      reasonCode: '4853',
      outcome: '',
      band: 'Due later',
      due: /in (29|30|31) d( \d+ h)?/,
    },
    { dueOn: '', reasonCode: '', outcome: '', band: 'No due date', due: /()/ },
    {
      dueOn: inDays(-9),
      reasonCode: '13.7',
      outcome: 'Lost',
      band: 'Decided',
      due: new RegExp(displayDate(inDays(-9))),
    },
  ] as const
  const shown = []
  for (const { band, due, ...facts } of cases) {
    const orderId = await createChargeback(server)
    await server.call('Team', saveDispute, { body: { orderId, ...facts } })
    shown.push({ orderId, band, due, ...facts })
  }
  await page.goto('/admin/chargeback')
  await expect(page.getByRole('columnheader', { name: 'Answer due' })).toBeVisible()
  for (const { orderId, band, due, reasonCode, outcome } of shown) {
    const cell = row(page, orderId).getByRole('gridcell').filter({ hasText: band })
    await expect(cell).toHaveText(new RegExp(`^${band}${outcome}(${due.source})${reasonCode}$`))
  }
  await expectAccessibleInTrial(page)

  await page.setViewportSize({ width: 390, height: 844 })
  for (const { orderId, band } of shown)
    await expect(page.getByRole('listitem').filter({ hasText: String(orderId) })).toContainText(band)
  await expectAccessibleInTrial(page)
})

test('a dispute is added, answered by key and opened again by z; the list leads to its order (product §14)', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({ transaction_id: 'pi_strip', amount: '49.00', currency: 'USD' })
  await openOrder(page, orderId)
  await page.getByRole('button', { name: 'Add dispute' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add dispute' })
  await expect(dialog.getByLabel('Stage')).toBeFocused()
  await dialog.getByLabel('Network code').fill('13.1')
  await expect(dialog.getByLabel('Reason')).toHaveValue('not received')
  await dialog.getByLabel('Answer by (EST)').fill('soon')
  await dialog.getByLabel('Answer by (EST)').press('Enter')
  await expect(dialog.getByLabel('Answer by (EST)')).toHaveAccessibleDescription(
    'Please enter the date and time as DD-MM-YYYY HH:mm:ss.',
  )
  await dialog.getByLabel('Answer by (EST)').fill(`${displayDate(inDays(2))} 10:00:00`)
  await dialog.getByLabel('Answer by (EST)').press('Enter')
  await expect(dialog).toBeHidden()
  const card = page.getByRole('region', { name: 'Disputes' })
  await expect(card).toContainText('Visa: not received')
  await expect(card).toContainText(`Answer by ${displayDate(inDays(2))} 10:00:00`)
  await expectAccessibleInTrial(page)

  await page.keyboard.press('Shift+A')
  await expect(page.getByRole('status').filter({ hasText: 'The dispute is answered.' })).toBeVisible()
  await expect(card).toContainText('none open')
  await expect(card).toContainText('Answered by')
  await page.keyboard.press('z')
  await expect(card).toContainText('1 open')

  await page.goto('/admin/disputes')
  await page
    .getByRole('row')
    .filter({ hasText: String(orderId) })
    .getByRole('link', { name: 'View order' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
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
