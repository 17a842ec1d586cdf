import { listAuditEvents } from '#contract/audit.ts'
import { listRequests } from '#contract/privacy-list.ts'
import { createRequest } from '#contract/privacy.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'

test.beforeEach(() => test.slow())

test('an Admin records a request, does its steps, and erases orders', async ({ page, server, signIn }) => {
  const email = 'siti@privacy.example'
  await signIn('Admin')
  const orderId = await server.takeIn({ email, arrival_full_name: 'Siti Nurhaliza' })
  await server.call('Admin', createRequest, {
    body: { email: 'nobody@privacy.example', kinds: ['access'], channel: 'letter' },
  })
  await page.goto('/admin/privacy')
  await expect(page).toHaveTitle('Privacy desk | Pabean')
  const requests = page.getByRole('navigation', { name: 'Requests' })

  await test.step('record it by keyboard', async () => {
    await page.getByRole('button', { name: 'New request' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await dialog.getByRole('button', { name: 'Record' }).press('Enter')
    await expect(dialog.getByText('Please choose what was asked.')).toBeVisible()
    await expectAccessibleInTrial(page)
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

  await test.step('steps name the member who did them', async () => {
    await expect(view).toContainText('Please delete it.')
    await expect(view).toContainText('71 h left')
    await expect(requests.getByRole('link')).toHaveCount(2)
    await step('Identity shown').getByRole('button', { name: 'Mark as shown' }).press('Enter')
    await expect(step('Identity shown')).toContainText(people.Admin.name)
    await step('Restrict meanwhile').getByRole('button', { name: 'Restrict' }).press('Enter')
    await expect(step('Restricted meanwhile').getByRole('button', { name: 'Lift' })).toBeVisible()
    await expect(view.getByRole('table', { name: 'What is held' })).toContainText(String(orderId))
    await expectAccessibleInTrial(page)
  })

  await test.step('Back restores the previous request and address', async () => {
    const address = page.url()
    await requests.getByRole('link', { name: /Unknown customer/ }).press('Enter')
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

  await test.step('erase after a confirmation', async () => {
    await expect(view.getByRole('table', { name: 'Dry run' })).toContainText(`Order ${orderId}`)
    const erase = view.getByRole('button', { name: 'Erase 1 order …' })
    await erase.press('Enter')
    const question = page.getByRole('dialog', { name: 'Erase 1 order?' })
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(erase).toBeFocused()
    await erase.press('Enter')
    await question.getByRole('button', { name: 'Yes' }).press('Enter')
    await expect(page.getByText('The erasure has begun.')).toBeVisible()
    await expect(view.getByText('Nothing is held of this customer.')).toBeVisible()
    await expect(view.getByRole('table', { name: 'Dry run' })).toContainText('erased already')
  })

  await test.step('close it', async () => {
    await step('Say what was done').getByRole('button', { name: 'Close …' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Close the request' })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await expectAccessibleInTrial(page)
    await dialog.getByRole('button', { name: 'Close request' }).press('Enter')
    await expect(page.getByText('The request is closed.')).toBeVisible()
  })

  await test.step('the order says that it is erased', async () => {
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    await expect(page.getByText(/^Erased on \d{2}-\d{2}-\d{4}\./)).toBeVisible()
    await expectAccessibleInTrial(page)
  })
})

test('a customer fetches the access file without scripts', async ({ page, server, signIn, browser }) => {
  const email = 'dewi@privacy.example'
  await signIn('Admin')
  await server.takeIn({ email, arrival_full_name: 'Dewi Lestari' })
  const body = { email, kinds: ['access' as const], channel: 'e-mail' as const }
  const { data } = await server.call('Admin', createRequest, { body })
  await page.goto(`/admin/privacy/${data.id}`)
  const step = page.getByRole('listitem').filter({ hasText: 'Send the access file' })
  await step.getByRole('button', { name: 'Send access file' }).click()
  const question = page.getByRole('dialog', { name: `Send the access file to ${email}?` })
  await expectAccessibleInTrial(page)
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('The link is kept here, not sent.')).toBeVisible()
  await expect(step).toContainText('link queued')

  const linkInMail = async () => {
    const mails = await server.mails()
    const mail = mails.findLast(({ subject }) => subject?.startsWith('What we hold of you'))
    return /\/access-file\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(linkInMail).toBeDefined()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const customer = await context.newPage()
  await customer.goto(new URL((await linkInMail()) ?? '', page.url()).href)
  await expect(customer.getByRole('heading', { name: 'Download your data' })).toBeVisible()
  await customer.getByLabel('E-mail').fill('somebody@else.example')
  await customer.getByRole('button', { name: 'Download PDF' }).click()
  await expect(customer.getByText('This is not the address that the link was sent to.')).toBeVisible()
  await expect(customer.getByLabel('E-mail')).toHaveValue('somebody@else.example')
  await customer.getByLabel('E-mail').fill(email)
  for (const kind of ['PDF', 'JSON']) {
    const download = customer.waitForEvent('download')
    await customer.getByRole('button', { name: `Download ${kind}` }).click()
    expect((await download).suggestedFilename()).toMatch(
      new RegExp(`^access-file-[\\d-]{10}\\.${kind.toLowerCase()}$`),
    )
    await (await download).path()
  }
  await expect(async () => {
    await customer.reload()
    await expect(customer.getByRole('heading', { name: 'This link is over' })).toBeVisible()
  }).toPass()
  await context.close()
  await page.reload()
  await expect(step).toContainText('JSON downloaded')
  await expect(step).toContainText('the link is over')
  await expectAccessibleInTrial(page)
})

test.describe('a phone', () => {
  test.use({ role: 'Admin', viewport: { width: 390, height: 844 } })

  test('the list and a request fill the screen alternately', async ({ page, server }) => {
    const email = 'budi@privacy.example'
    await server.takeIn({ email, arrival_full_name: 'Budi Santoso' })
    await server.call('Admin', createRequest, { body: { email, kinds: ['restriction'], channel: 'site' } })
    await page.goto('/admin/privacy')
    const link = page.getByRole('link', { name: /Budi Santoso/ })
    await expect(link).toBeVisible()
    await expectAccessibleInTrial(page)
    // Orders outside of the viewport are not recorded as viewed.
    const { data } = await server.call('Admin', listRequests, {})
    const id = data.find(({ name }) => name === 'Budi Santoso')?.id
    const viewed = async () =>
      (await server.call('Admin', listAuditEvents, { query: { groups: 'view' } })).data.filter(
        ({ details }) => details['requestId'] === id,
      ).length
    expect(await viewed()).toBe(0)
    await link.press('Enter')
    await expect(page.getByRole('region', { name: 'Request of Budi Santoso' })).toBeVisible()
    expect(await viewed()).toBe(1)
    await expectAccessibleInTrial(page)
    await page.getByRole('link', { name: 'All requests' }).click()
    await expect(page.getByRole('link', { name: /Budi Santoso/ })).toBeVisible()
  })
})

test.describe('states', () => {
  test.use({ role: 'Admin' })

  test('the desk shows loading, empty and error states', async ({ page }) => {
    const path = '**/api/admin/privacy/requests'
    const requests = page.getByRole('navigation', { name: 'Requests' })
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(path, async (route) => {
      await asked
      await route.fulfill({ json: { status: 1, message: '', data: [], open: 0 } })
    })
    await page.goto('/admin/privacy')
    await expect(page.getByRole('heading', { name: 'Privacy desk' })).toBeVisible()
    await expect(requests).toBeVisible()
    await expect(requests).not.toContainText('No record found')
    answer()
    await expect(requests).toContainText('No record found')
    await expectAccessibleInTrial(page)

    await page.unroute(path)
    await page.route(path, (route) => route.abort())
    await page.reload()
    await expect(page.getByText('The requests could not be loaded')).toBeVisible()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(requests).toBeVisible()
  })

  test('retention is turned on and off by keyboard; a failure shows an error', async ({ page }) => {
    const path = '**/api/admin/privacy/retention'
    await page.route(path, (route) => route.abort())
    await page.goto('/admin/privacy/retention')
    await expect(page.getByText('The dry run could not be loaded')).toBeVisible()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    const turnOn = page.getByRole('button', { name: 'Turn on …' })
    await expectAccessibleInTrial(page)
    await turnOn.press('Enter')
    const question = page.getByRole('dialog', { name: 'Turn retention on?' })
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(turnOn).toBeFocused()
    await turnOn.press('Enter')
    await question.getByRole('button', { name: 'Yes' }).press('Enter')
    await expect(page.getByText('Retention is on.')).toBeVisible()
    await expect(page.getByText(`turned on by ${people.Admin.name}`)).toBeVisible()
    await expectAccessibleInTrial(page)
    await page.getByRole('button', { name: 'Turn off' }).press('Enter')
    await expect(turnOn).toBeVisible()
  })
})
