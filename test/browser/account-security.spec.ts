import type { Page } from '@playwright/test'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, password, people, test } from './fixtures.ts'
import { withoutStream } from './support/without-stream.ts'

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Please confirm that it is you' })

test('a team change after an old sign-in asks for the password', async ({ server, page, signIn }) => {
  await signIn('Manager')
  await page.getByRole('link', { name: 'Manage Team' }).click()
  await page.getByRole('link', { name: `Edit ${people.Telecaller.name}` }).click()
  await server.query("update sessions set authenticated_at = authenticated_at - interval '16 minutes'")
  const form = page.getByRole('form', { name: 'Manage Team' })
  const update = form.getByRole('button', { name: 'Update Member' })
  await form.getByLabel('Name').fill('Tono Kept')
  await update.click()
  const field = confirmation(page).getByLabel('Current Password')
  await expect(field).toBeFocused()
  await expectAccessibleInTrial(page)

  await page.keyboard.press('Escape')
  await expect(confirmation(page)).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Tono Kept')
  await expect(update).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await update.click()
  await field.fill('wrong words')
  await page.keyboard.press('Enter')
  await expect(confirmation(page).getByText('The current password is not correct.')).toBeVisible()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Team member updated successfully.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Team Member List' })).toContainText('Tono Kept')
  await expect(confirmation(page)).toBeHidden()

  await page.getByRole('link', { name: 'Edit Tono Kept' }).click()
  await form.getByLabel('Name').fill(people.Telecaller.name)
  await update.click()
  await expect(page.getByText('Team member updated successfully.').last()).toBeVisible()
})

test("an Admin ends another member's sessions", async ({ page, signIn, browser }) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn('Admin')
  for (let times = 0; times < 2; times++) {
    await elsewhere.goto(page.url().replace('/admin', '/logout'))
    await elsewhere.waitForURL('**/')
    await signIn('Team', elsewhere)
  }
  await page.getByRole('link', { name: 'Manage Team' }).click()
  await expect(page.getByRole('button', { name: `Sessions of ${people.Admin.name}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Sessions of ${people.Team.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Sessions of ${people.Team.name}` })
  const end = dialog.getByRole('button', { name: /End the session/ })
  await expect(end).toHaveCount(1)
  await expectAccessibleInTrial(page)
  // The desk's own requests would notice the ended session first.
  await elsewhere.goto('about:blank')
  await end.click()
  await expect(page.getByText('The session has been ended.')).toBeVisible()
  await expect(dialog.getByText('No record found')).toBeVisible()
  await page.keyboard.press('Escape')
  await elsewhere.goto(page.url().replace('manage-team', 'awaiting-govt'))
  await expect(elsewhere.getByText('Session expired. Sign in again.')).toBeVisible()
  await elsewhere.context().close()
})

test('background requests without user input do not extend the session', async ({ page, signIn }) => {
  await withoutStream(page)
  await page.clock.install()
  await signIn('Team')
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(61_000)
  const awaitList = (isMarked: boolean) =>
    page.waitForRequest(
      (request) =>
        request.url().includes('/get-orders-list/') && 'x-background' in request.headers() === isMarked,
    )
  const fetchedByItself = awaitList(true)
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/called"]')?.click())
  await fetchedByItself
  await expect(page.getByText('No data available in table')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const fetchedByHand = awaitList(false)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await fetchedByHand
})

test('under an IP address My account offers no passkey and says why', async ({ page, signIn }) => {
  await signIn('Team')
  await page.goto('/admin/my-account')
  await expect(page.getByText(/Passkeys work over https with a name, or on localhost/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  await expectAccessibleInTrial(page)
})

test("one tab's confirmation serves the others (product §5)", async ({ server, page, context, signIn }) => {
  await signIn('Manager')
  const storedToken = () => page.evaluate(() => localStorage.getItem('user'))
  const before = await storedToken()
  const other = await context.newPage()
  await other.goto('/admin/manage-team')
  const name = other.getByRole('form', { name: 'Manage Team' }).getByLabel('Name')
  await name.fill('Half Written')

  await page.goto('/admin/manage-team')
  await page.getByRole('link', { name: `Edit ${people['Night Staff'].name}` }).click()
  await server.query("update sessions set authenticated_at = authenticated_at - interval '16 minutes'")
  await page.getByRole('button', { name: 'Update Member' }).click()
  await confirmation(page).getByLabel('Current Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Team member updated successfully.')).toBeVisible()
  expect(await storedToken()).not.toBe(before)

  await server.query("update sessions set former_token_until = now() - interval '1 second'")
  await expect(name).toHaveValue('Half Written')
  const answer = other.waitForResponse((response) => response.url().includes('/api/admin/get-orders-list/'))
  await other.getByRole('link', { name: /^Refunds/ }).click()
  expect((await answer).status()).toBe(200)
})

test('the printed first password shows its expiry (product §10)', async ({ server, page, signIn }) => {
  const notice = page.getByRole('status').filter({ hasText: 'Your password is the one that was printed' })
  await signIn('Admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await server.query('update members set password_expires_at = $1 where email = $2', [
    '2099-03-04T15:00:00Z',
    people.Admin.email,
  ])
  await page.reload()
  await expect(notice).toContainText('good until 04-03-2099 10:00:00 EST.')
  await expectAccessibleInTrial(page)
  await notice.getByRole('link', { name: 'Choose one of your own' }).click()
  await expect(page.getByRole('heading', { name: 'Update Password' })).toBeVisible()
  await page.getByLabel('New Password').fill('my very own words')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.getByLabel('Email ID').fill(people.Admin.email)
  await page.getByLabel('Password', { exact: true }).fill('my very own words')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
