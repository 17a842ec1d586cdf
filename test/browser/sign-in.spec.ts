import type { Page } from '@playwright/test'
import { signIn as signInCall, signOut } from '#contract/session.ts'
import { expect, password, people, test } from './fixtures.ts'
import { withoutStream } from './support/without-stream.ts'

/** Spec §5, Login. */
const refusedInputs = [
  {
    email: '',
    password: '',
    messages: { 'Email ID': 'Email Address is required', Password: 'Password is required' },
  },
  { email: 'ayu@', password: 'x', messages: { 'Email ID': 'Invalid email address' } },
  { email: people.Admin.email, password: '', messages: { Password: 'Password is required' } },
]

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const awaitLoginResponse = (page: Page) => page.waitForResponse('**/api/admin/admin-login')

async function submitSignIn(page: Page, email: string, typedPassword: string) {
  await field(page, 'Email ID').fill(email)
  await field(page, 'Password').fill(typedPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('the sign-in page has the labels of the specification, and asks for an address once', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Pabean – Customs Declaration Desk')
  await expect(field(page, 'Email ID')).toHaveAttribute('placeholder', 'Your Email Address')
  await expect(field(page, 'Email ID')).toBeFocused()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await field(page, 'Email ID').fill(people.Admin.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(field(page, 'Email ID'), 'typed once (WCAG 3.3.7)').toHaveValue(people.Admin.email)
})

test('invalid fields show their errors, and nothing is sent (spec §5)', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/')
  for (const { email, password: typedPassword, messages } of refusedInputs) {
    await submitSignIn(page, email, typedPassword)
    for (const label of ['Email ID', 'Password'] as const)
      await expect(field(page, label)).toHaveAccessibleDescription(messages[label] ?? '')
  }
  expect(calls).not.toContain('/api/admin/admin-login')
})

test("a failed sign-in shows the server's message, the same for any account", async ({ page }) => {
  await page.goto('/')
  const messages = new Set<string>()
  for (const email of [people.Admin.email, 'nobody@pabean.example']) {
    const answer = awaitLoginResponse(page)
    await submitSignIn(page, email, 'wrong horse')
    const { status, message } = await (await answer).json()
    expect(status).toBe(0)
    const toast = page.getByRole('alert').filter({ hasText: message })
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toBeHidden()
    messages.add(message)
  }
  expect(messages.size).toBe(1)
  await expect(page).toHaveURL('/')
})

test("a sign-in shows the server's message, opens /admin, stores the token", async ({ page }) => {
  await page.goto('/')
  const answer = awaitLoginResponse(page)
  await submitSignIn(page, ` ${people.Team.email.toUpperCase()} `, password)
  const { status, message, jwtToken } = await (await answer).json()
  expect(status).toBe(1)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(String(stored))).toEqual({ accessToken: jwtToken })
  await page.goto('/')
  await expect(page).toHaveURL('/admin')
})

test('a page below /admin requires sign-in and is opened after it (product §9)', async ({ page }) => {
  await page.goto('/admin/called')
  await expect(page).toHaveURL('/')
  await submitSignIn(page, people.Team.email, password)
  await expect(page).toHaveURL('/admin/called')
})

for (const [way, press] of Object.entries({
  'the dropdown': async (page: Page) => {
    await page.getByRole('button', { name: `Welcome ${people.Team.name}` }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  },
  'the sidebar': (page: Page) => page.getByRole('link', { name: 'Logout' }).click(),
}))
  test(`Logout in ${way} ends the session and opens '/' (spec §4)`, async ({ page, signIn }) => {
    await signIn('Team')
    const left = page.waitForResponse('**/api/admin/logout')
    await press(page)
    const token = (await (await left).request().allHeaders())['authorization']
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    const after = await page.request.get('/api/user_info', { headers: { authorization: String(token) } })
    expect(after.status()).toBe(401)
  })

test("an ended session shows the message and opens '/' (spec §2, §3, §8)", async ({ page, server }) => {
  const { email } = people.Manager
  const { jwtToken } = await server.callWithToken(signInCall, { body: { email, password } })
  await page.goto('/')
  await page.evaluate(
    (accessToken) => localStorage.setItem('user', JSON.stringify({ accessToken })),
    jwtToken,
  )
  await withoutStream(page)
  await page.goto('/admin/pending-order')
  await expect(page.getByRole('heading', { name: 'Pending Orders' })).toBeVisible()
  // The first requests must use the valid session.
  await page.waitForLoadState('networkidle')
  await server.callWithToken(signOut, {}, jwtToken)
  const answer = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const { status, message } = await (await answer).json()
  expect(status).toBe(401)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('a browser that blocks storage or has no room for it is told so in a sentence', async ({
  page,
  server,
}) => {
  // Chromium's storage holds five million letters of an origin.
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2)
      for (;;)
        try {
          localStorage.setItem(`full ${size} ${localStorage.length}`, 'x'.repeat(size))
        } catch {
          break
        }
  })
  await page.goto('/')
  await submitSignIn(page, people.Team.email, password)
  await expect(page.getByRole('alert')).toContainText('This browser has no room to keep you signed in')
  await expect(page).toHaveURL('/')

  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The request was denied.', 'SecurityError')
      },
    }),
  )
  await page.goto(`${server.url}/admin`)
  await expect(page.getByRole('alert')).toContainText('This browser stores nothing for this page')
})
