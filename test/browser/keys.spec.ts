import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { filingPath } from '#contract/rules/staff-addresses.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import { withoutReading } from './support/without-reading.ts'

test.use({ role: 'Team' })

/** The skeleton has the heading too, but only the navigation keys. */
const openedOrder = async (page: Page, orderId: number) => {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
  await expect(page.getByRole('button', { name: 'View Email Content' })).toBeVisible()
}

test('keys open an order from the list, step to its neighbours, and go back', async ({ page, server }) => {
  const ids: number[] = []
  for (let count = 0; count < 11; count++) ids.unshift(await server.takeIn({}))
  const [first = 0, second = 0] = ids
  const last = ids.at(-1) ?? 0
  const beforeLast = ids.at(-2) ?? 0
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto('/admin')
  await expect(page.getByRole('rowheader').first()).toBeVisible()

  await press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect(dialog.getByRole('heading', { name: /^A queue/ })).toContainText('this screen')
  await expect(dialog).toContainText('Undo the last act')
  await expectAccessibleInTrial(page)
  await press('n')
  await expect(page).toHaveURL('/admin')
  await press('Escape')
  await expect(page.locator('[role="dialog"]')).toHaveCount(0)

  await press('g', 'n')
  await expect(page).toHaveURL('/admin/recent-order')
  await expect(page.getByRole('rowheader').first()).toHaveText(String(first))
  await press('j', 'Enter')
  await openedOrder(page, first)
  await expect(page.getByText('1 of 11')).toBeVisible()
  await press(']')
  await openedOrder(page, second)
  await press('[')
  await openedOrder(page, first)
  await press('[')
  await expect(page.getByText('This is the first of the list.')).toBeVisible()
  await press('f')
  await expect(page).toHaveURL(filingPath(first))
  await expect(page.getByRole('link', { name: 'Back to the order' })).toBeVisible()
  await expect(page.getByText('1 of 11')).toBeVisible()
  await press(']')
  await expect(page).toHaveURL(filingPath(second))
  await expect(page.getByText('2 of 11')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await openedOrder(page, second)
  await expect(page.getByRole('link', { name: 'Back to New Orders' })).toBeVisible()
  await page.goto('/admin/recent-order')
  await expect(page).toHaveURL('/admin/recent-order')

  // The next order is on the next page, which is then fetched.
  await page.getByRole('link', { name: `View order ${beforeLast}` }).click()
  await expect(page.getByText('10 of 11')).toBeVisible()
  await press(']')
  await openedOrder(page, last)
  await page.reload()
  await press('[')
  await openedOrder(page, last)
})

test('keys move, undo, upload and open the next order (product §12)', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  const next = await server.takeIn({ processing_mode: 'priority' })
  const status = page.getByRole('group', { name: 'Status' })
  // From now on the browser passes on file dialogs.
  const chooser = page.waitForEvent('filechooser')
  await withoutReading(page)
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  await openedOrder(page, orderId)

  await page.keyboard.press('m')
  await expect(status).toContainText('cMove to Contact Customer')
  await page.keyboard.press('c')
  await expect(page.getByText('Moved to Contact Customer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to Contact Customer' })).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Move to Contact Customer' })).toBeVisible()
  await expect(page.getByText('Moved to Contact Customer')).toHaveCount(0)

  await page.keyboard.press('w')
  await expect(page.getByRole('textbox', { name: 'Remark' })).toBeFocused()
  await page.keyboard.type('nmc')
  await expect(page.getByRole('textbox', { name: 'Remark' })).toHaveValue('nmc')
  await page.getByRole('textbox', { name: 'Remark' }).fill('')
  await page.getByRole('textbox', { name: 'Remark' }).blur()

  // The name contains another open order's id, so the mail waits a minute. A fixed clock keeps the next toast open on any machine.
  await page.clock.setFixedTime(new Date())
  await page.keyboard.press('u')
  const file = `${next}.pdf`
  await (await chooser).setFiles({ name: file, mimeType: 'application/pdf', buffer: await aPdf() })
  await expect(page.getByRole('button', { name: `Remove ${file}` })).toBeVisible()
  await page.keyboard.press('u')
  const sending = page.getByRole('group', { name: 'Sending' })
  await expect(page.getByRole('status').filter({ hasText: 'The order is Completed.' })).toBeAttached()
  await expect(sending).toContainText(/Kept here in \d+ s, not sent to/)
  await expect(sending.getByRole('button', { name: 'Next order' })).toBeVisible()
  await page.keyboard.press('n')
  await openedOrder(page, next)
  await expect(page.getByText(`Order ${next} is yours.`)).toBeVisible()
  const outgoing = page.getByRole('region', { name: 'Outgoing' })
  await expect(outgoing).toContainText(/Kept here in \d+ s/)
  // The claim is newer, but the mail cannot be taken back later.
  await page.keyboard.press('z')
  await expect(page.getByText(`“Document uploaded” ${orderId} is as before.`)).toBeVisible()
  await expect(outgoing.getByText(String(orderId))).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Move to Original Folder' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Assign to me' })).toBeVisible()
  const states = await server.query(
    'select process_status, assignee_id from orders where order_id = any($1) order by order_id = $2',
    [[orderId, next], next],
  )
  expect(states, people.Team.name).toEqual([
    { process_status: 'New', assignee_id: null },
    { process_status: 'New', assignee_id: null },
  ])
})

test('keys of other layouts and of an input method are understood', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  await openedOrder(page, orderId)
  const session = await page.context().newCDPSession(page)
  const press = async (key: string, code: string, modifiers = 0) => {
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await session.send('Input.dispatchKeyEvent', { type, key, code, modifiers })
  }
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const ctrl = 2

  await press('л', 'KeyK', ctrl)
  await expect(page.getByRole('combobox', { name: 'Find or do' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role="dialog"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ask the customer' })).toBeVisible()
  // Caps Lock.
  await press('Q', 'KeyQ')
  await expect(page.getByRole('dialog', { name: 'Ask the customer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role="dialog"]')).toHaveCount(0)

  const remark = page.getByRole('textbox', { name: 'Remark' })
  await remark.fill('called ')
  await compose('にほ')
  await page.keyboard.press('Control+Enter')
  await compose('にほん')
  await session.send('Input.insertText', { text: '日本' })
  await page.keyboard.press('Control+Enter')
  await expect(remark).toHaveValue('')
  await expect(page.getByText('called 日本')).toBeVisible()
  const rows = await server.query('select count(*)::int from remarks where order_id = $1', [orderId])
  expect(rows).toEqual([{ count: 1 }])

  await page.goto('/admin/recent-order')
  const search = page.getByRole('searchbox')
  await search.fill('abc')
  await compose('に')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue(/^abc/)
})

// It changes the member's keys, so it stands last.
test('words typed without a field do nothing; a member switches keys off or gives others (WCAG 2.1.4)', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  const orderPage = `/admin/view-order/${encodeOrderId(orderId)}`
  const dialogs = page.getByRole('dialog')
  await page.clock.install()
  await page.goto(orderPage)
  await openedOrder(page, orderId)
  // While the clock stands, the letters come at once on any machine.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('mail bounced, name wrong')
  await page.keyboard.press('Enter')
  await page.clock.runFor(1000)
  await expect(page.getByText('Keys typed in a run are taken for words.')).toBeVisible()
  await expect(dialogs).toHaveCount(0)
  const state = () =>
    server.query('select process_status, assignee_id from orders where order_id = $1', [orderId])
  expect(await state()).toEqual([{ process_status: 'New', assignee_id: null }])
  await page.keyboard.press('a')
  await page.clock.resume()
  await expect(dialogs).toContainText('Are you sure want to assigned orders.')

  await page.goto('/admin/my-account')
  const form = page.getByRole('form', { name: 'Keys' })
  const startNext = form.getByLabel('Start next')
  await startNext.press('Backspace')
  await startNext.press('z')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(startNext).toHaveAccessibleDescription('Taken: Undo the last act')
  await startNext.press('Backspace')
  await startNext.press('d')
  await form.getByLabel('Correct').press('Backspace')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your keys have been saved.')).toBeVisible()
  await page.goto('/admin/recent-order')
  await expect(page.getByRole('button', { name: 'Start next' })).toHaveAttribute('title', 'Key: d')
  await page.keyboard.press('?')
  await expect(dialogs.getByText('Start next').locator('xpath=..')).toContainText('d')
  await page.keyboard.press('Control+K')
  await expect(page.getByText('Close the dialog first')).toBeVisible()
  await expect(dialogs).toHaveCount(1)

  await page.goto('/admin/my-account')
  await form.getByLabel('Keys of a letter or a sign').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your keys have been saved.')).toBeVisible()
  await page.goto(orderPage)
  await openedOrder(page, orderId)
  await expect(page.getByRole('button', { name: 'Ask the customer' })).not.toHaveAttribute('title')
  await page.keyboard.press('q')
  await page.clock.runFor(1000)
  await page.keyboard.press('Control+K')
  await expect(dialogs).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'Find or do' })).toBeFocused()
})
