import { expectAccessible } from './axe.ts'
import { expect, people, test } from './fixtures.ts'

test('an Admin filters the audit, opens an entry by keyboard, copies the head, and Back restores the filters', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('Team')
  await page.goto('/admin/gateway-setting')
  await page.goto('/logout')
  await signIn('Admin')
  await page.goto('/admin/audit')
  const table = page.getByRole('table', { name: 'Audit' })
  await expect(table.getByText('Signed in').first()).toBeVisible()
  await expect(page.getByText(/Chain verified to entry \d+ at/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Copy head' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const head: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(head).toMatchObject({ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await page.getByRole('button', { name: 'Verify again' }).click()
  await expect(page.getByText(/Chain verified to entry \d+ at/)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the audit' }).fill(people.Team.name)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('button', { name: 'Signed in, refused' }).click()
  await expect(page).toHaveURL(/groups=sign-in/)
  await expect(table.getByRole('cell', { name: people.Admin.name })).toHaveCount(0)
  await expect(table.getByRole('cell', { name: people.Team.name }).first()).toBeVisible()

  const entry = table.getByRole('button', { name: /^Entry .*, Signed out/ }).first()
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(entry).toHaveAttribute('aria-expanded', 'true')
  await expect(table.getByText('Before it')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Signed in, refused' }).click()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Signed in, refused' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
})
