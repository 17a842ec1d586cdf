import { readFile } from 'node:fs/promises'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, password, people, test } from './fixtures.ts'
import { enter } from './support/enter.ts'

test('a Manager adds, edits and deletes a member (spec §2, §5, §8)', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.getByRole('link', { name: 'Manage Team' }).click()
  await expect(page).toHaveURL(/\/admin\/manage-team$/)
  await expect(page).toHaveTitle('Manage Team | Pabean')
  const form = page.getByRole('form', { name: 'Manage Team' })
  const list = page.getByRole('table', { name: 'Team Member List' })

  await test.step('empty fields show their errors', async () => {
    await form.getByRole('button', { name: 'Add Member' }).click()
    for (const message of [
      'Please enter your name.',
      'Please enter your email.',
      'Please enter your password.',
      'Please select type.',
    ])
      await expect(form.getByText(message)).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()
    await expectAccessibleInTrial(page)
  })

  await test.step('the types offer every role but Admin', async () => {
    await expect(form.getByLabel('Type').getByRole('option')).toHaveText([
      'Select type',
      'Manager',
      'Team',
      'Telecaller',
      'Night Staff',
    ])
  })

  await test.step('add', async () => {
    await form.getByLabel('Name').fill('Sari Dewi')
    await form.getByLabel('Email').fill(people.Team.email)
    await form.getByLabel('Password').first().fill('short')
    await form.getByLabel('Type').selectOption('Telecaller')
    await form.getByRole('button', { name: 'Add Member' }).click()
    await expect(form.getByText('New Password must be at least 6 characters.')).toBeVisible()
    await form.getByLabel('Password').first().fill('long enough')
    await form.getByRole('button', { name: 'Add Member' }).click()
    await expect(form.getByText('Another member has this e-mail.')).toBeVisible()
    await form.getByLabel('Email').fill('sari@pabean.example')
    await form.getByRole('button', { name: 'Add Member' }).click()
    await expect(page.getByText('Team member added successfully.')).toBeVisible()
    await expect(list.getByRole('row', { name: /Sari Dewi/ })).toContainText('Telecaller')
    await expect(form.getByLabel('Name')).toHaveValue('')
  })

  await test.step('an Admin’s row has no actions, the own row no Delete', async () => {
    await expect(page.getByRole('link', { name: `Edit ${people.Admin.name}` })).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Delete ${people.Admin.name}` })).toHaveCount(0)
    await expect(page.getByRole('link', { name: `Edit ${people.Manager.name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${people.Manager.name}` })).toHaveCount(0)
  })

  await test.step('edit: the password field stays empty and keeps the old one', async () => {
    await page.getByRole('link', { name: 'Edit Sari Dewi' }).click()
    await expect(page).toHaveURL(/\/admin\/manage-team\/\d+$/)
    await expect(form.getByLabel('Name')).toHaveValue('Sari Dewi')
    await form.getByLabel('Name').fill('Sari Dewi Kusuma')
    await form.getByRole('button', { name: 'Update Member' }).click()
    await expect(page.getByText('Team member updated successfully.')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/manage-team$/)
    await expect(list).toContainText('Sari Dewi Kusuma')
  })

  await test.step('delete after a confirmation', async () => {
    const remove = page.getByRole('button', { name: 'Delete Sari Dewi Kusuma' })
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' })
    await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(remove).toBeVisible()
    await remove.click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Team member deleted successfully.')).toBeVisible()
    await expect(list).not.toContainText('Sari Dewi Kusuma')
  })
})

test('editing an Admin and editing an unknown member are refused', async ({ server, page, signIn }) => {
  const [admin] = await server.query('select id from members where name = $1', [people.Admin.name])
  await signIn('Manager')
  await page.goto(`/admin/manage-team/${String(admin?.['id'])}`)
  await expect(page.getByText('Only an Admin can change an Admin.')).toBeVisible()
  await enter(page, '/admin/manage-team/999999')
  await expect(page.getByText('The member could not be loaded')).toBeVisible()
  await expectAccessibleInTrial(page)
})

test('an Admin changes the gateway', async ({ page, signIn }) => {
  await signIn('Admin')
  await page.getByRole('link', { name: 'Gateway Setting' }).click()
  await expect(page.getByRole('heading', { name: 'Change Gateway' })).toBeVisible()
  await expect(page.getByText('Active now: Stripe')).toBeVisible()
  const activate = page.getByRole('button', { name: 'Active Gateway' })
  await activate.click()
  await expect(page.getByText('Please select gateway.')).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.getByLabel('Gateway', { exact: true }).selectOption('Midtrans')
  await activate.click()
  await expect(page.getByText('Midtrans is the active gateway now.')).toBeVisible()
  await expect(page.getByText('Active now: Midtrans')).toBeVisible()

  const fallbacks = page.getByRole('list', { name: 'Fallbacks in order' })
  for (const name of ['PayPal', 'Xendit'])
    await page.getByLabel('Add a fallback').selectOption({ label: name })
  await page.getByRole('button', { name: 'Move Xendit up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move Xendit down' })).toBeFocused()
  await expectAccessibleInTrial(page)
  await page.getByRole('button', { name: 'Save fallbacks' }).click()
  await expect(page.getByText('The fallbacks have been saved.')).toBeVisible()
  await page.reload()
  await expect(fallbacks.getByRole('listitem')).toContainText(['Xendit', 'PayPal'])

  await page.getByRole('button', { name: `Welcome ${people.Admin.name}` }).click()
  await page.getByRole('menuitem', { name: 'Audit' }).click()
  await expect(page.getByText('Stripe → Midtrans')).toBeVisible()
})

test('an Admin creates an intake key, sees it once, and revokes it', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('Admin')
  await page.getByRole('button', { name: `Welcome ${people.Admin.name}` }).click()
  await page.getByRole('menuitem', { name: 'Intake Keys' }).click()
  await expect(page.getByText('No record found')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create Key' })
  await create.click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await page.getByLabel('Name').fill('arrival site')
  await page.getByLabel('Domains').fill('arrival.pabean.example')
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'Intake key arrival site' })
  const key = await dialog.getByLabel('Key').inputValue()
  expect(key).toMatch(/^pik_[\w-]{43}$/)
  await expectAccessibleInTrial(page)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await page.content()).not.toContain(key)

  await page.getByRole('button', { name: 'Revoke arrival site' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to delete?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(page.getByText('Intake key arrival site is revoked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revoke arrival site' })).toHaveCount(0)
  await expectAccessibleInTrial(page)
})

test('an Admin sees what a file holds before it is imported, and takes it back (product §5)', async ({
  page,
  signIn,
}) => {
  await signIn('Admin')
  await page.getByRole('button', { name: `Welcome ${people.Admin.name}` }).click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/admin\/import$/)
  const field = page.getByLabel('File of orders')
  const files = page.getByRole('table', { name: 'Imported Files' })
  const lines = [
    'order id;landing_domain;email;arrival_full_name;arrival_ful_name',
    '730001;a.example;b@b.example;Günther;',
    '730002;a.example;;Nobody;',
  ]
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1')

  await test.step('a file in an unknown encoding is refused with what its letters may be', async () => {
    await field.setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByText('it reads “Günther” in windows-1252')).toBeVisible()
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await expect(page.getByText('CSV, windows-1252, separated by semicolons')).toBeVisible()
  })

  await test.step('nothing is stored before the press', async () => {
    await expect(page.getByText(/^column arrival_ful_name: .* is it arrival_full_name\?$/)).toBeVisible()
    await expect(page.getByText('email is required.')).toBeVisible()
    const first = page.getByRole('table', { name: 'First orders' })
    await expect(first.getByRole('row', { name: /arrival_full_name Günther/ })).toBeVisible()
    await expect(page.getByText('No record found')).toBeVisible()
    await expectAccessibleInTrial(page)
  })

  await test.step('the result can be saved, and the keyboard goes on from it', async () => {
    const start = page.getByRole('button', { name: 'Import 1 order' })
    await start.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 imported, 0 there already, 1 refused.')).toBeVisible()
    await expect(files.getByRole('row', { name: /orders\.csv/ })).toContainText(people.Admin.name)
    const saving = page.waitForEvent('download')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('orders.csv.refused.csv')
    expect(await readFile(await saved.path(), 'utf8')).toBe('\uFEFFline,reason\r\n3,email is required.\r\n')
  })

  await test.step('the file is taken back', async () => {
    await page.getByRole('button', { name: 'Take orders.csv back' }).click()
    await expect(page.getByText('1 order is taken back.')).toBeVisible()
    await expect(page.getByText('No record found')).toBeVisible()
    await expect(page.getByText('Choose a file')).toBeVisible()
  })
})

test('My account lists and ends sessions (product §4)', async ({ page, signIn, browser }) => {
  const phone = await browser.newContext()
  const elsewhere = await phone.newPage()
  await signIn('Telecaller')
  await page.getByRole('button', { name: `Welcome ${people.Telecaller.name}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['My account', 'Logout'])
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await expect(sessions).toContainText('This one')
  await expect(sessions).toContainText('127.0.0.1')

  await elsewhere.goto(page.url().replace('/admin/my-account', '/'))
  await signIn('Telecaller', elsewhere)
  // The desk's own requests would notice the ended session first.
  await elsewhere.goto('about:blank')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await sessions
    .getByRole('row')
    .filter({ hasNotText: 'This one' })
    .getByRole('button', { name: /End the session/ })
    .click()
  await expect(page.getByText('The session has been ended.').first()).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await elsewhere.goto(page.url().replace('my-account', 'awaiting-govt'))
  await expect(elsewhere.getByText('Session expired. Sign in again.')).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await phone.close()

  await sessions.getByRole('button', { name: /End the session/ }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('a late change asks for the current password (spec §4, §9)', async ({ server, page, signIn }) => {
  await signIn('Manager')
  await server.query("update sessions set authenticated_at = authenticated_at - interval '16 minutes'")
  await page.getByRole('link', { name: 'Change Password' }).click()
  const update = page.getByRole('button', { name: 'Update Password' })
  const fresh = page.getByLabel('New Password')
  await update.click()
  await expect(page.getByText('Please enter your New Password.')).toBeVisible()
  await fresh.fill('12345')
  await update.click()
  await expect(page.getByText('New Password must be at least 6 characters.')).toBeVisible()
  await fresh.fill('brand new words')
  await update.click()
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Password updated successfully. Sign in with your new password.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

  await page.getByLabel('Email ID').fill(people.Manager.email)
  await page.getByLabel('Password', { exact: true }).fill('brand new words')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')
})

test('a forgotten password is reset by the mailed link, once (product §5)', async ({ server, page }) => {
  const { email } = people['Night Staff']
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  const send = page.getByRole('button', { name: 'Send Link' })
  await send.click()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await page.getByLabel('Email ID').fill('no address')
  await send.click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.getByLabel('Email ID').fill(email)
  await send.click()
  await expect(page.getByText(/If there is an account with this e-mail/)).toBeVisible()
  await expectAccessibleInTrial(page)

  const resetMails = async () =>
    (await server.mails()).filter(({ subject }) => subject === 'Your new Pabean password')
  await expect.poll(async () => (await resetMails()).length).toBe(1)
  const [mail] = await resetMails()
  expect(mail?.from?.text).toContain('no-reply@mail.pabean.example')
  const link = /https?:\S+\/reset-password\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  const update = page.getByRole('button', { name: 'Update Password' })
  await update.click()
  await expect(page.getByText('Please enter your New Password.')).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.getByLabel('New Password').fill('remembered now')
  await update.click()
  await expect(page.getByText('Password updated successfully. Sign in with your new password.')).toBeVisible()
  await page.getByLabel('Email ID').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('remembered now')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')

  await page.goBack()
  await expect(page).not.toHaveURL(/reset-password/)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByLabel('New Password')).toBeHidden()
  await expectAccessibleInTrial(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})
