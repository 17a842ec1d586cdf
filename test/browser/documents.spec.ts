import type { Page, Route } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aPdf, anImage } from '../support/document-fixtures.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import { openHistory } from './support/histories.ts'
import { toast } from './support/toasts.ts'
import { withoutReading } from './support/without-reading.ts'

/** Spec §5. */
const messages = {
  file: 'File is required',
  email: 'Please enter your email',
  remark: 'Please enter your remark',
  transactionId: 'Please enter your Transaction Id',
  merchantName: 'Please enter your Merchant Name',
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const uploadSection = (page: Page) => section(page, 'Upload Document')
const chooseFile = async (page: Page, name: string, buffer: Buffer) =>
  uploadSection(page)
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const submitUpload = (page: Page) => page.getByRole('button', { name: 'Upload and mail' }).click()

test.use({ role: 'Team' })

test.describe('Upload Document', () => {
  test('shows missing and invalid fields and stores nothing', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    const file = uploadSection(page).getByLabel('Document', { exact: true })
    const email = uploadSection(page).getByLabel('E-mail')
    await expect(file).toHaveAttribute('accept', 'application/pdf,image/*')
    await expect(uploadSection(page).getByLabel('Order ID')).toHaveValue(String(orderId))
    await expect(uploadSection(page).getByLabel('Order ID')).not.toBeEditable()
    await expect(email).toHaveValue('buyer@example.com')

    await email.fill('')
    await submitUpload(page)
    await expect(file).toHaveAccessibleDescription(messages.file)
    await expect(email).toHaveAccessibleDescription(messages.email)

    await email.fill('buyer@example.com')
    await chooseFile(page, 'approved.pdf', Buffer.from('no PDF at all'))
    await expect(file).toHaveAccessibleDescription('The file must be a PDF, JPEG, PNG or WebP document.')
    await chooseFile(page, 'huge.pdf', Buffer.alloc(20 * 1024 * 1024 + 1))
    await expect(file).toHaveAccessibleDescription('The file is larger than 20 MB.')
    expect(await server.query('select 1 from documents where order_id = $1', [orderId])).toEqual([])
    await expect(page.getByRole('button', { name: 'Move to Completed Orders' })).toBeVisible()
  })

  test('shows what the server draws and reads of the chosen file before its upload', async ({
    page,
    server,
  }) => {
    const orderId = await server.takeIn({ arrival_full_name: 'Siti Rahma' })
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    const upload = uploadSection(page).getByRole('button', { name: 'Upload and mail' })
    const place = await upload.boundingBox()
    const file = uploadSection(page).getByLabel('Document', { exact: true })
    const wholePage = uploadSection(page).getByRole('link', { name: 'Whole page' })
    await file.setInputFiles({
      name: 'page.pdf',
      mimeType: 'application/pdf',
      buffer: await aPdf('Name: Ingrid Dahl'),
    })
    const picture = uploadSection(page).getByAltText('First page of page.pdf')
    await expect(picture).toHaveAttribute('src', /^data:image\/webp/)
    await expect(uploadSection(page).getByText('· 1 page')).toBeVisible()
    await expect(uploadSection(page).getByRole('list', { name: 'Read in the file' })).toContainText(
      'Name Ingrid Dahl, order Siti Rahma',
    )
    await expect(wholePage).toHaveAttribute('href', /^blob:/)
    expect(await upload.boundingBox()).toEqual(place)
    await uploadSection(page).getByRole('button', { name: 'Remove page.pdf' }).click()
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    await file.setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: drawing })
    await expect(file).toHaveAccessibleDescription('The file must be a PDF, JPEG, PNG or WebP document.')
    await expect(wholePage).toHaveCount(0)
  })

  test('delays the mail of a file naming another order until Undo', async ({ page, server }) => {
    const [orderId, other] = [await server.takeIn({}), await server.takeIn({})]
    await withoutReading(page)
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    await chooseFile(page, `declaration-${other}.png`, await anImage('png'))
    await submitUpload(page)
    const done = toast(page, 'Its mail is kept here in 60 s, not sent.')
    await expect(done).toContainText(`The file contains the ID of order ${other}, which is still open.`)
    await page.getByRole('group', { name: 'Sending' }).getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, `${orderId} is as before.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Move to Completed Orders' })).toBeVisible()
    await expect(page.getByRole('link', { name: `declaration-${other}.png` })).toHaveCount(0)

    await chooseFile(page, `declaration-${other}.png`, await anImage('png'))
    await submitUpload(page)
    await expect(page.getByRole('group', { name: 'Sending' })).toContainText(
      /Kept here in \d+ s, not sent to/,
    )
    await expectAccessibleInTrial(page)
  })

  test('tells on the next page how an upload ended, and what waits in every tab', async ({
    page,
    context,
    server,
  }) => {
    const orderId = await server.takeIn({})
    const heldRequest: Route[] = []
    await withoutReading(page)
    await page.route('**/api/admin/upload-visa-document', (route) => void heldRequest.push(route))
    const leaveUpload = async (name: string, buffer: Buffer) => {
      await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
      await chooseFile(page, name, buffer)
      await submitUpload(page)
      await expect.poll(() => heldRequest.length).toBe(1)
      await page.getByRole('link', { name: 'Shift desk' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shift desk')
      await heldRequest.pop()?.continue()
    }
    await leaveUpload('text.pdf', Buffer.from('no PDF at all'))
    const refused = page
      .getByRole('alert')
      .filter({ hasText: 'The file must be a PDF, JPEG, PNG or WebP document.' })
    await refused.getByRole('link', { name: `Order ${orderId}` }).click()
    await expect(page.getByRole('button', { name: 'Move to Completed Orders' })).toBeVisible()

    const other = await server.takeIn({})
    await leaveUpload(`declaration-${other}.png`, await anImage('png'))
    const done = toast(page, 'Document has been uploaded.')
    await expect(done.getByRole('link', { name: `Order ${orderId}` })).toBeVisible()
    await expect(done.getByRole('button', { name: 'Undo' })).toBeVisible()
    const outgoingIn = (tab: Page) => tab.getByRole('region', { name: 'Outgoing' })
    const words = new RegExp(`Kept here in \\d+ s${orderId} · Approved document`)
    await expect(outgoingIn(page)).toContainText(words)
    await page.reload()
    await expect(outgoingIn(page)).toContainText(words)
    const tab = await context.newPage()
    await tab.goto('/admin/outgoing-is-on-every-page')
    await outgoingIn(tab)
      .getByRole('button', { name: `order ${orderId}` })
      .click()
    await expect(toast(tab, `${orderId} is as before.`)).toBeVisible()
    await tab.close()
    await page.bringToFront()
    await expect(outgoingIn(page).getByText(String(orderId))).toHaveCount(0)
  })

  test('a click that was meant for Upload does not open the next order', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await server.takeIn({ processing_mode: 'priority' })
    let started = 0
    await page.route('**/api/admin/start-next', (route) => {
      started += 1
      return route.continue()
    })
    await withoutReading(page)
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    await chooseFile(page, 'approved.png', await anImage('png'))
    await submitUpload(page)
    const next = page.getByRole('button', { name: 'Next order' })
    await expect(next).toBeVisible()
    expect(await next.evaluate((button) => button.matches(':hover')), 'it came under the pointer').toBe(true)
    await page.mouse.down()
    await page.mouse.up()
    await next.click({ position: { x: 5, y: 5 } })
    await expect(page).not.toHaveURL(new RegExp(encodeOrderId(orderId)))
    expect(started).toBe(1)
  })

  test('shows progress, stores, mails, completes, and Resend mails again', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await withoutReading(page)
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    await chooseFile(page, 'approved.png', await anImage('png'))
    const heldRequest: Route[] = []
    await page.route('**/api/admin/upload-visa-document', (route) => void heldRequest.push(route))
    await submitUpload(page)
    await expect(page.getByRole('progressbar', { name: 'Uploading approved.png' })).toBeVisible()
    await page.keyboard.press('Enter')
    expect(heldRequest).toHaveLength(1)
    await heldRequest[0]?.continue()
    await expect(toast(page, 'The order is Completed.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Move to Completed Orders' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'approved.png' })).toHaveCount(1)
    await expect.poll(async () => (await server.mails(orderId)).length).toBe(1)

    await uploadSection(page).getByLabel('E-mail').fill('elsewhere@example.com')
    await uploadSection(page).getByRole('button', { name: 'Resend' }).click()
    await expect.poll(async () => (await server.mails(orderId)).length).toBe(2)
    const history = (await openHistory(page, 'Email History')).getByRole('listitem')
    await expect(history).toHaveCount(2)
    await expect(history.first()).toContainText('Resend')
    await expect(history.first()).toContainText('elsewhere@example.com')
    const to = (await server.mails(orderId)).map((mail) => [mail.to].flat()[0]?.text)
    expect(to).toEqual(['buyer@example.com', 'elsewhere@example.com'])
    await expect(section(page, 'Order Information').getByText('buyer@example.com')).toBeVisible()
  })
})

test('View Email Content shows every part of the sent mail (spec §2)', async ({ page, server }) => {
  const orderId = await server.takeIn({
    arrival_full_name: 'Mario Rossi',
    arrival_email: 'mario@example.com',
  })
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  const opener = page.getByRole('button', { name: 'View Email Content' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Email Content' })
  await expect(dialog).toContainText(`${orderId}@mail.pabean.example`)
  const mail = page.frameLocator('iframe[title="Email content"]')
  await expect(mail.getByText('Mario Rossi').first()).toBeVisible()
  await expect(mail.getByText('buyer@example.com').first()).toBeVisible()
  await expect(mail.getByText(String(orderId)).first()).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Click Here' })).toHaveAttribute(
    'href',
    `${server.url}/track-order/${encodeOrderId(orderId)}#e=buyer%40example.com`,
  )
  for (const name of ['Terms', 'Privacy', 'Contact', 'Refund'])
    await expect(mail.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('Transaction Details require both fields and are saved (spec §5, §7)', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await server.move('Admin', orderId, 'Customer Called')
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  await page.getByRole('button', { name: 'Enter Transaction Details' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Transaction ID')).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Transaction ID')).toHaveAccessibleDescription(messages.transactionId)
  await expect(dialog.getByLabel('Merchant Name')).toHaveAccessibleDescription(messages.merchantName)
  await dialog.getByLabel('Transaction ID').fill('TX-2026-1')
  await dialog.getByLabel('Merchant Name').fill('Pabean Travel')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(section(page, 'Order Information').getByText('TX-2026-1')).toBeVisible()
  await expect(section(page, 'Order Information').getByText('Pabean Travel')).toBeVisible()
})

test('a comment needs a remark, shows its author and flags (spec §8)', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  const panel = section(page, 'Add Comment Below')
  const remark = panel.getByRole('textbox', { name: 'Remark' })
  await panel.getByRole('button', { name: 'Add Comment' }).click()
  await expect(remark).toHaveAccessibleDescription(messages.remark)
  await remark.fill('   ')
  await remark.press('Control+Enter')
  await expect(remark).toHaveAccessibleDescription(messages.remark)
  await remark.fill('Called twice.\nNo answer.')
  for (const flag of ['WhatsApp', 'Voided']) await panel.getByRole('checkbox', { name: flag }).check()
  await remark.press('Control+Enter')
  const entry = (await openHistory(page, 'Comment History')).getByRole('listitem')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Called twice. No answer.')
  await expect(entry).toContainText(people.Team.name)
  await expect(entry).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
  await expect(entry).toContainText('WhatsAppVoided')
  await expect(remark).toHaveValue('')
  await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test.describe('signed in on the page', () => {
  test.use({ role: null })

  test('a member opens the document without recording a download', async ({ page, server, signIn }) => {
    const orderId = await server.takeIn({})
    await signIn('Team')
    await withoutReading(page)
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    const document = await aPdf()
    await chooseFile(page, 'approved.pdf', document)
    await submitUpload(page)
    const href = await page.getByRole('link', { name: 'approved.pdf' }).getAttribute('href')
    const opened = await page.request.get(String(href))
    expect(opened.headers()['content-type']).toBe('application/pdf')
    expect((await opened.body()).equals(document)).toBe(true)
    await page.reload()
    await expect(await openHistory(page, 'Download History')).toContainText('No record found')
  })
})
