import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { expect, people, test } from './fixtures.ts'
import { openHistory } from './support/histories.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an order is claimed, approved and downloaded (spec §2)', async ({ server, page, signIn, browser }) => {
  const name = 'Nguyễn Thị Ánh Tuyết'
  const orderId = await server.takeIn({
    email: 'tuyet.anh@example.com',
    arrival_full_name: name,
    arrival_email: 'tuyet.anh@example.com',
    arrival_nationality: 'VNM',
    arrival_phone_code: '84',
    arrival_phone_number: '912345678',
  })

  await test.step('staff find and claim the order', async () => {
    await signIn('Team')
    await expect(page.getByRole('button', { name: `Welcome ${people.Team.name}` })).toBeVisible()
    await page
      .getByRole('link', { name: /New Orders/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/admin\/recent-order/)
    await page.getByRole('checkbox', { name: `Select order ${orderId}` }).check()
    await page.getByRole('button', { name: 'Assign to me' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure want to assigned orders.' })
    await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Order has been assigned successfully')).toBeVisible()
    await page.getByRole('link', { name: /My Orders/ }).click()
    await expect(page.getByText(name)).toBeVisible()
  })

  const sent = await aPdf(`Electronic Customs Declaration ${orderId}: approved`)
  await test.step('they upload the approved document', async () => {
    await page.getByRole('link', { name: 'View' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/view-order/${encodeOrderId(orderId)}`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'approved.pdf', mimeType: 'application/pdf', buffer: sent })
    await page.getByRole('button', { name: 'Upload and mail' }).click()
    await expect(page.getByRole('button', { name: 'Move to Completed Orders' })).toBeHidden()
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  })

  const link = await test.step('the customer gets the mail', async () => {
    await expect.poll(async () => (await server.mails(orderId)).length).toBe(1)
    const [mail] = await server.mails(orderId)
    expect(mail?.text).toContain(name)
    expect(mail?.from?.text).toContain(`${orderId}@mail.pabean.example`)
    const [, found] = /href="([^"]*\/track-order\/[^"]+)"/.exec(String(mail?.html)) ?? []
    expect(found).toBe(
      `http://127.0.0.1:${new URL(server.url).port}/track-order/${encodeOrderId(orderId)}#e=tuyet.anh%40example.com`,
    )
    return String(found)
  })

  await test.step('the customer downloads the same bytes from the link on a phone', async () => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, acceptDownloads: true })
    const visitor = await phone.newPage()
    await visitor.goto(link)
    await expect(visitor.getByLabel(/order ID/i)).toHaveValue(String(orderId))
    await visitor.getByLabel(/e-?mail/i).fill(' Tuyet.Anh@Example.com ')
    await visitor.getByRole('button', { name: 'Track Order' }).click()
    await expect(visitor).toHaveURL(new RegExp(`/get-new-order-details/${encodeOrderId(orderId)}`))
    const downloading = visitor.waitForEvent('download')
    await visitor.getByRole('link', { name: 'Download' }).click()
    const download = await downloading
    expect(sha256(await readFile(await download.path()))).toBe(sha256(sent))
    await expect(visitor.getByText('Chrome, Linux')).toBeVisible()
    await phone.close()
  })

  await test.step('the download shows on the order', async () => {
    await page.reload()
    await expect(await openHistory(page, 'Download History')).toContainText('127.0.0.1')
  })
})
