import { getOrder } from '#contract/order-details.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ role: 'Team' })

test("keys copy each traveller's values one by one (product §12)", async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const orderId = await server.takeIn({
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_dob: '1987-09-02',
    arrival_passport_number: 'c 4881027',
    arrival_flight_number: 'VN 641',
    familyMember: [
      {
        family_member_name: 'Trần Văn Hải',
        family_passport_number: 'C2290417',
        family_nationality: 'VNM',
        family_other_nationalities: '',
        family_relationship: 'Husband',
      },
    ],
  })
  const current = page.getByTestId('current-value')
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  await expect(page.getByRole('button', { name: 'Upload and mail' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(page).toHaveURL(`/admin/filing/${encodeOrderId(orderId)}`)
  await expect(current).toHaveText('NGUYEN THI ANH TUYET')
  await expectAccessibleInTrial(page)

  await page.keyboard.press('c')
  expect(await clipboard()).toBe('NGUYEN THI ANH TUYET')
  await expect(current).toHaveText('02/09/1987')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: /Passport number/ })).toHaveAttribute('aria-current', 'step')
  await page.keyboard.press('c')
  expect(await clipboard()).toBe('C4881027')
  await expect(page.getByText('2 of 4 copied')).toBeVisible()

  // Copied fields are kept over a reload, and the first uncopied one is next.
  await page.reload()
  await expect(current).toHaveText('02/09/1987')
  await page.keyboard.press('2')
  await expect(current).toHaveText('TRAN VAN HAI')
  await page.keyboard.press('1')
  await page.getByRole('button', { name: /Flight number/ }).click()
  await expect(current).toHaveText('TRAN VAN HAI')
  await page.getByRole('button', { name: /Relationship/ }).click()
  expect(await clipboard()).toBe('HUSBAND')
  await page.setViewportSize({ width: 400, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400)
  await expectAccessibleInTrial(page)
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('button', { name: 'Upload and mail' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(current).toBeVisible()
  await page.keyboard.press('f')
  await expect(page).toHaveURL(`/admin/view-order/${encodeOrderId(orderId)}`)
  await expect(page.getByRole('button', { name: 'Upload and mail' })).toBeVisible()

  // Reading the sheet is recorded as an order view; a finished order's numbers are masked.
  await server.move('Team', orderId, 'Completed')
  await page.goto(`/admin/filing/${encodeOrderId(orderId)}`)
  await expect(page.getByRole('button', { name: /Passport number/ })).not.toContainText('C4881027')
  await page.getByRole('button', { name: /Passport number/ }).click()
  await expect(page.getByRole('button', { name: /Passport number/ })).toContainText('C4881027')
  const { orderDetails } = await server.call('Team', getOrder, { params: { orderId } })
  expect(orderDetails.process_status).toBe('Completed')
})

test('a value that the browser does not copy stays, selected, and is not ticked', async ({
  page,
  context,
  server,
}) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Ada Lovelace', arrival_dob: '1987-09-02' })
  const current = page.getByTestId('current-value')
  await page.goto(`/admin/filing/${encodeOrderId(orderId)}`)
  await expect(current).toHaveText('ADA LOVELACE')
  const session = await context.newCDPSession(page)
  await session.send('Browser.setPermission', { permission: { name: 'clipboard-write' }, setting: 'denied' })
  await page.keyboard.press('c')
  await expect(page.getByRole('alert')).toHaveText('Not copied. It is selected: press Ctrl C.')
  await expect(current).toHaveText('ADA LOVELACE')
  await expect(page.getByText('0 of 2 copied')).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('ADA LOVELACE')
  await context.grantPermissions(['clipboard-write'])
  await page.keyboard.press('c')
  await expect(current).toHaveText('02/09/1987')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
