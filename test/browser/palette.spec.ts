import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ role: 'Telecaller' })

test('the palette finds orders, lists their actions, and opens screens (product §12)', async ({
  page,
  server,
}) => {
  const tuyet = await server.takeIn({
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_passport_number: 'C4881027',
  })
  const done = await server.takeIn({ arrival_full_name: 'Nguyễn Minh Tuyết' })
  await server.move('Admin', done, 'Completed')
  const palette = page.getByRole('dialog', { name: 'Find or do' })
  const field = palette.getByRole('combobox')
  const option = (name: RegExp) => palette.getByRole('option', { name })
  await page.goto('/admin')
  await expect(page.getByRole('rowheader').first()).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expectAccessibleInTrial(page)
  await page.keyboard.type('tuyet ngyuen')
  await expect(palette).toContainText('2 orders, one letter apart')
  await expect(option(/Minh Tuyết/)).toContainText('Completed Orders')
  await expect(palette.locator('mark').first()).toHaveText('Nguyễn')
  await expectAccessibleInTrial(page)
  await page.keyboard.press('ArrowDown')
  await expect(option(/Ánh Tuyết/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${tuyet} Nguyễn`)

  await page.keyboard.press('Control+k')
  await expect(option(/Nguyễn Thị Ánh Tuyết/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  // A letter typed before the field exists is text too, and no key of the order.
  await page.evaluate(() => {
    for (const init of [{ key: 'k', ctrlKey: true }, { key: 'C' }, { key: '4' }])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }))
  })
  await expect(field).toHaveValue('C4')
  await page.keyboard.type('881027')
  await expect(palette).toContainText('1 order')
  await page.keyboard.press('ArrowRight')
  await expect(option(/^Move to Contact Customer/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('C4881027')
  await page.keyboard.press('ArrowRight')
  await option(/^Move to Contact Customer/).click()
  await expect(palette).toHaveCount(0)
  await expect(page.getByText(`Order ${tuyet}: New → Contact Customer.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to Contact Customer' })).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Move to Contact Customer' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('C4881027')
  await option(/^Ask the customer/).click()
  const asking = page.getByRole('dialog', { name: 'Ask the customer' })
  await expect(asking.getByLabel('What to ask')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${tuyet} Nguyễn`)
  await expect(asking).toHaveCount(0)

  await page.getByRole('button', { name: 'Find or do' }).click()
  await field.fill('custo called')
  await expect(option(/Customer Called/)).toBeVisible()
  await expect(option(/Order History/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/called')
  await page.keyboard.press('Control+k')
  await field.fill('nobody of this name')
  await expect(palette).toContainText('No order, screen or member for')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
})
