import { getOrder } from '#contract/order-details.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { saveTemplate } from '#contract/templates.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

const orderPath = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`

test.describe('in an order', () => {
  test.use({ role: 'Team' })

  test.beforeAll(async ({ serverFor }, { file }) => {
    const server = await serverFor(file)
    const shared = { isShared: true, texts: { en: 'Filed.' }, moveTo: null, flags: [] }
    for (const template of [
      { ...shared, purpose: 'remark' as const, name: 'Filed with customs' },
      {
        ...shared,
        purpose: 'remark' as const,
        name: 'Nobody answered',
        texts: { en: 'Called {name}. Flight {flight}.' },
        moveTo: 'Contact Customer' as const,
        flags: ['telephone' as const],
      },
      {
        ...shared,
        purpose: 'answer' as const,
        name: 'Passport photo',
        texts: { en: 'Dear {name}, a photo please.', de: 'Guten Tag {name}, bitte ein Foto.' },
        moveTo: 'Awaiting' as const,
      },
    ])
      await server.call('Manager', saveTemplate, { body: template })
  })

  test('a template is sent with its move and undone by keys (product §12)', async ({ page, server }) => {
    const orderId = await server.takeIn({ arrival_full_name: 'Maria Rossi' })
    await page.goto(orderPath(orderId))
    const remark = page.getByRole('textbox', { name: 'Remark' })
    await expect(remark).toBeVisible()
    await page.keyboard.press('t')
    await expect(page.getByRole('combobox', { name: 'Filter templates' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(remark).toBeFocused()
    await page.keyboard.type('Tried twice. ')
    await remark.blur()
    await page.keyboard.press('t')
    await page.keyboard.type('nobody')
    await expect(page.getByRole('option')).toHaveCount(1)
    await expectAccessibleInTrial(page)
    await page.keyboard.press('Enter')

    await expect(remark).toHaveValue('Tried twice. Called Maria Rossi. Flight {flight}.')
    await expect(page.getByRole('checkbox', { name: 'Telephone' })).toBeChecked()
    await expect(page.getByText('then moves to Contact Customer')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fill in: Flight or vehicle' })).toBeVisible()
    await expectAccessibleInTrial(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Please fill in {flight}.')).toBeVisible()
    await page.getByRole('button', { name: 'Fill in: Flight or vehicle' }).press('Enter')
    await page.keyboard.type('GA 831')
    await expect(remark).toHaveValue('Tried twice. Called Maria Rossi. Flight GA 831.')
    await page.keyboard.press('Control+Enter')
    await expect(
      page.getByText(`Flagged Telephone. Order ${orderId} moved to Contact Customer.`),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Move to Contact Customer' })).toHaveCount(0)
    await remark.blur()
    await page.keyboard.press('z')
    await expect(page.getByRole('button', { name: 'Move to Contact Customer' })).toBeVisible()
    const { orderDetails } = await server.call('Team', getOrder, { params: { orderId } })
    expect(orderDetails).toMatchObject({
      process_status: 'New',
      drafts: [],
      remark: [{ telephone: 'Y', remark: 'Tried twice. Called Maria Rossi. Flight GA 831.' }],
    })
  })
})

test.describe('the screen', () => {
  test.use({ role: 'Manager' })

  test('a template is created, previewed, changed, found, deleted and restored', async ({ page }) => {
    await page.goto('/admin/templates')
    await page.getByRole('link', { name: 'New template' }).click()
    const form = page.getByRole('form', { name: 'New template' })
    await form.getByLabel('Name').fill('Hotel address')
    await form.getByRole('textbox', { name: 'English' }).fill('Dear {nme}')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText(/There is no \{nme\}/)).toBeVisible()
    await form.getByRole('textbox', { name: 'English' }).fill('Dear ')
    await page.getByRole('button', { name: 'Full name' }).click()
    await expect(form.getByRole('textbox', { name: 'English' })).toHaveValue('Dear {name}')
    await expect(page.getByRole('region', { name: 'Preview, English' })).toContainText(
      'Dear Nguyễn Thị Ánh Tuyết',
    )
    await page.getByRole('combobox', { name: 'Add a language' }).selectOption('French')
    await form.getByRole('textbox', { name: 'French' }).fill('Bonjour {name}, {arrival_date}')
    await page.getByLabel('When it is sent').selectOption('Awaiting')
    await page.getByLabel('For all members').check()
    await expect(page.getByRole('region', { name: 'Preview, French' })).toContainText('23 novembre 2026')
    await expectAccessibleInTrial(page)
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText('Template Hotel address is saved.')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/templates\/\d+$/)

    await page.getByLabel('Name').fill('Hotel')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText('Template Hotel is saved.')).toBeVisible()
    const list = page.getByRole('navigation', { name: 'Templates' })
    await list.getByRole('searchbox', { name: 'Search Templates' }).fill('no such')
    await expect(list.getByText('No records found')).toBeVisible()
    await list.getByRole('button', { name: 'Clear search' }).first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(list.getByRole('link', { name: /^Hotel/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await list.getByRole('link', { name: /^Hotel/ }).click()
    await expect(page.getByRole('textbox', { name: 'French' })).toHaveValue('Bonjour {name}, {arrival_date}')
    await expectAccessibleInTrial(page)
  })
})
