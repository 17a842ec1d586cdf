import { createRequest } from '#contract/privacy.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessible } from './axe.ts'
import { expect, people, test } from './fixtures.ts'

test.beforeEach(() => test.slow())

test('an Admin records a request, ticks its steps, and erases what the dry run shows', async ({
  page,
  server,
  signIn,
}) => {
  const email = 'siti@privacy.example'
  await signIn('Admin')
  const orderId = await server.takeIn({ email, arrival_full_name: 'Siti Nurhaliza' })
  await server.call('Admin', createRequest, {
    body: { email: 'nobody@privacy.example', kinds: ['access'], channel: 'letter' },
  })
  await page.goto('/admin/privacy')
  await expect(page).toHaveTitle('Privacy desk | Pabean')
  const requests = page.getByRole('navigation', { name: 'Requests' })

  await test.step('record it, by keys alone', async () => {
    await page.getByRole('button', { name: 'New request' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await dialog.getByRole('button', { name: 'Record' }).press('Enter')
    await expect(dialog.getByText('Please choose what was asked.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByRole('checkbox', { name: 'Access' }).press('Space')
    await dialog.getByRole('checkbox', { name: 'Erasure' }).press('Space')
    await dialog.getByLabel('In the customer’s words').fill('Please delete it.')
    await dialog.getByRole('button', { name: 'Record' }).press('Enter')
    await expect(page.getByText('The request is recorded.')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/privacy\/[\da-f-]{36}$/)
  })

  const view = page.getByRole('region', { name: 'Request of Siti Nurhaliza' })
  const step = (title: string) => view.getByRole('listitem').filter({ hasText: title })

  await test.step('steps say who did them', async () => {
    await expect(view).toContainText('Please delete it.')
    await expect(view).toContainText('71 h left')
    await expect(requests.getByRole('link')).toHaveCount(2)
    await step('Identity shown').getByRole('button', { name: 'Mark as shown' }).click()
    await expect(step('Identity shown')).toContainText(people.Admin.name)
    await step('Restrict meanwhile').getByRole('button', { name: 'Restrict' }).click()
    await expect(step('Restricted meanwhile').getByRole('button', { name: 'Lift' })).toBeVisible()
    await expect(view.getByRole('table', { name: 'What is held' })).toContainText(String(orderId))
    await expectAccessible(page)
  })

  await test.step('Back restores the request before, and the address', async () => {
    const address = page.url()
    await requests.getByRole('link', { name: /Unknown customer/ }).click()
    await expect(page.getByText('Nothing is held of this customer.')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(view).toBeVisible()
  })

  await test.step('the access file is saved', async () => {
    const download = page.waitForEvent('download')
    await view.getByRole('link', { name: 'JSON' }).click()
    expect((await download).suggestedFilename()).toMatch(/^access-file-\d{4}-\d{2}-\d{2}\.json$/)
  })

  await test.step('erase, after a question', async () => {
    await expect(view.getByRole('table', { name: 'Dry run' })).toContainText(`Order ${orderId}`)
    await view.getByRole('button', { name: 'Erase 1 order …' }).click()
    const question = page.getByRole('dialog', { name: 'Erase 1 order?' })
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('The erasure has begun.')).toBeVisible()
    await expect(view.getByText('Nothing is held of this customer.')).toBeVisible({ timeout: 30_000 })
    await expect(view.getByRole('table', { name: 'Dry run' })).toContainText('erased already')
  })

  await test.step('close it', async () => {
    await step('Say what was done').getByRole('button', { name: 'Close …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close the request' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close request' }).click()
    await expect(page.getByText('The request is closed.')).toBeVisible()
  })

  await test.step('the order says that it is erased', async () => {
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    await expect(page.getByText(/^Erased on \d{2}-\d{2}-\d{4}\./)).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('a phone', () => {
  test.use({ role: 'Admin', viewport: { width: 390, height: 844 } })

  test('the list and a request have the screen in turn', async ({ page, server }) => {
    const email = 'budi@privacy.example'
    await server.takeIn({ email, arrival_full_name: 'Budi Santoso' })
    await server.call('Admin', createRequest, { body: { email, kinds: ['restriction'], channel: 'site' } })
    await page.goto('/admin/privacy')
    await page.getByRole('link', { name: /Budi Santoso/ }).click()
    await expect(page.getByRole('region', { name: 'Request of Budi Santoso' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'All requests' }).click()
    await expect(page.getByRole('link', { name: /Budi Santoso/ })).toBeVisible()
  })
})
