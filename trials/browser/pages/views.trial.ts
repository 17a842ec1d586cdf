import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Manager' })

test('a filtered queue is saved for all, pinned with its live count, changed, and deleted with Undo (product §12)', async ({
  page,
  server,
}) => {
  await server.takeIn({ arrival_full_name: 'Standard Traveller' })
  const priority = await server.takeIn({ processing_mode: 'priority' })
  await page.goto('/admin/order-history')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('checkbox', { name: 'Priority' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/mode=priority/)
  await expect(page.getByRole('rowheader', { name: String(priority) })).toBeVisible()

  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Fast lane')
  await dialog.getByLabel('For all members').check()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const views = page.getByRole('navigation', { name: 'Views' })
  const tab = views.getByRole('link', { name: /^Fast lane/ })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  const pinned = page
    .getByRole('navigation', { name: 'Queues and settings' })
    .getByRole('link', { name: /^Fast lane/ })
  const count = Number(/\d+$/.exec((await pinned.textContent()) ?? '')?.[0])
  await server.takeIn({ processing_mode: 'priority' })
  await expect(pinned).toHaveText(new RegExp(`Fast lane ?${count + 1}$`))

  const below = page.getByRole('link', { name: /^Awaiting Customer/ })
  const placeBelow = await below.boundingBox()
  let answerViews = () => {}
  const held = new Promise<void>((resolve) => (answerViews = resolve))
  await page.route('**/api/admin/views', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText(/^\d+ orders?$/)).toBeVisible()
  await expect(pinned).toHaveCount(0)
  expect(await below.boundingBox()).toEqual(placeBelow)
  answerViews()
  await expect(pinned).toBeVisible()
  expect(await below.boundingBox()).toEqual(placeBelow)

  await page.getByRole('button', { name: 'Has reply' }).click()
  await expect(page.getByText('No records found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await views.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('View Fast lane is saved.').last()).toBeVisible()
  await page.goto('/admin/recent-order')
  await pinned.click()
  await expect(page).toHaveURL(/order-history\?reply=open&mode=priority&view=\d+$/)

  await views.getByRole('button', { name: 'View Fast lane' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name').fill('Slow lane')
  await page.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: /^Slow lane/ })).toBeVisible()
  await views.getByRole('button', { name: 'View Slow lane' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(views.getByRole('link', { name: /^Slow lane/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(views.getByRole('link', { name: /^Slow lane/ })).toBeVisible()
})
