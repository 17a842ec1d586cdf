import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Role } from '#contract/rules/roles.ts'
import { TOTP } from 'otpauth'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, password, people, test } from '../../../test/browser/fixtures.ts'

// Browsers allow passkeys only on named hosts.
test.use({ hostName: 'localhost' })

const codeAt = (secret: string, time = Date.now()) => new TOTP({ secret }).generate({ timestamp: time })
/** A code of the next step, which is already valid and later than every used one. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

async function enterPassword(page: Page, role: Role) {
  await page.goto('/logout')
  await page.waitForURL('**/')
  await page.getByLabel('Email ID').fill(people[role].email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function setUpTotp(page: Page) {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret))
  await page.keyboard.press('Enter')
  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  return { secret, recoveryCodes: await kept.getByRole('listitem').allTextContents() }
}
const keepCodes = (page: Page) => page.getByRole('button', { name: 'I have kept them' }).click()

async function addVirtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test("a member signs in with an app's code or a recovery code", async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('Team')
  await page.goto('/admin/my-account')
  await expect(page.getByText('Your password alone opens your account.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This code is not valid.')).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.keyboard.press('Escape')

  const { secret, recoveryCodes } = await setUpTotp(page)
  await expectAccessibleInTrial(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`)
  await keepCodes(page)
  const factors = page.getByRole('table', { name: 'Second factors' })
  await expect(factors.getByRole('row', { name: /Authenticator app/ })).toBeVisible()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  await expectAccessibleInTrial(page)

  await enterPassword(page, 'Team')
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessibleInTrial(page)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is not valid.')).toBeVisible()
  await code.fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')

  await enterPassword(page, 'Team')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await recovery.fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')
  await page.goto('/admin/my-account')
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Your password alone opens your account.')).toBeVisible()
})

test('a passkey is added, signs in, confirms a change, and is removed', async ({ page, server, signIn }) => {
  await addVirtualAuthenticator(page)
  await signIn('Manager')
  await page.goto('/admin/my-account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Please enter a name.')).toBeVisible()
  await server.query("update sessions set authenticated_at = authenticated_at - interval '16 minutes'")
  await dialog.getByLabel('Name').fill('Office laptop')
  await page.keyboard.press('Enter')
  const confirmation = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await expect(confirmation.getByLabel('Current Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await expect(dialog.getByLabel('Name')).toHaveValue('Office laptop')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await confirmation.getByLabel('Current Password').fill(password)
  await page.keyboard.press('Enter')
  await keepCodes(page)
  const factors = page.getByRole('table', { name: 'Second factors' })
  await expect(factors.getByRole('row', { name: /Office laptop/ })).toBeVisible()

  await enterPassword(page, 'Manager')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/admin')

  await server.query("update sessions set authenticated_at = authenticated_at - interval '16 minutes'")
  await page.goto('/admin/my-account')
  await page.getByRole('button', { name: 'Remove Office laptop' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(confirmation.getByLabel('Code')).toBeFocused()
  await expectAccessibleInTrial(page)
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await expect(page.getByText('Your password alone opens your account.')).toBeVisible()
})

test('a role requires a factor, an Admin resets (product §5)', async ({ page, signIn, browser, baseURL }) => {
  const adminPage = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage()
  await signIn('Telecaller')
  await signIn('Admin', adminPage)
  await adminPage.goto('/admin/manage-team')
  await adminPage.getByRole('checkbox', { name: 'Telecaller' }).check()
  await expect(adminPage.getByText('Saved.')).toBeVisible()
  await expectAccessibleInTrial(adminPage)

  // The page's own refresh may be refused before the click, which removes the link.
  const setUpHeading = page.getByRole('heading', { name: 'Second factor' })
  await page
    .getByRole('link', { name: /Awaiting Govt/ })
    .or(setUpHeading)
    .click()
  await expect(setUpHeading).toBeVisible()
  await page.goto('/admin/called')
  await expect(page.getByText('Your role needs one before anything else')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectAccessibleInTrial(page)
  await enterPassword(page, 'Telecaller')
  await page.waitForURL('**/admin')
  await setUpTotp(page)
  await keepCodes(page)
  await expect(page.getByRole('link', { name: /Awaiting Govt/ })).toBeVisible()

  await adminPage.getByRole('button', { name: `Sessions of ${people.Telecaller.name}` }).click()
  await adminPage.getByRole('button', { name: 'Reset second factor' }).click()
  await adminPage.getByRole('button', { name: 'Yes' }).click()
  await expect(
    adminPage.getByText('The second factor is removed, and every session has ended.'),
  ).toBeVisible()
  await page.getByRole('link', { name: /Awaiting Govt/ }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()

  await adminPage.keyboard.press('Escape')
  await adminPage.getByRole('checkbox', { name: 'Telecaller' }).uncheck()
  await expect(adminPage.getByText('Saved.').last()).toBeVisible()
  await expect(adminPage.getByRole('checkbox', { name: 'Telecaller' })).not.toBeChecked()
  await adminPage.context().close()
})
