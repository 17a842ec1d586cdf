import { defencePackDetails } from '#contract/packs.ts'
import { uploadDocument } from '#contract/documents.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Telecaller' })

const email = 'buyer@example.com'

const labels = ['Defence Pack 1', 'Defence Pack 2'] as const

test('each defence pack opens as a PDF (spec §2, §4, §7; product §5)', async ({ page, server }) => {
  const orderId = await server.takeIn({
    email,
    arrival_full_name: '李娜',
    payment_ip: '203.0.113.9',
    card_fingerprint: 'fp_1',
    amount: '49.00',
    currency: 'USD',
  })
  await server.call('Team', uploadDocument, {
    body: { orderId, email },
    file: asFile(await aPdf(), 'approved.pdf'),
  })
  await expect
    .poll(() => server.query('select state from mails where order_id = $1', [orderId]))
    .toEqual([{ state: 'kept' }])
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)

  for (const [index, label] of labels.entries()) {
    const { data: pack } = await server.call('Team', defencePackDetails, {
      body: { orderId, defencePackType: index === 0 ? 1 : 2 },
    })
    const openButton = page.getByRole('button', { name: label, exact: true })
    await openButton.click()
    const dialog = page.getByRole('dialog', { name: label })
    const isCaptured = pack.readiness.filter(({ state }) => state === 'captured')
    const missing = pack.readiness.filter(({ state }) => state === 'missing')

    await test.step(`${label} shows captured and missing facts`, async () => {
      await expect(
        dialog.getByText(`${isCaptured.length} of ${pack.readiness.length} items captured`),
      ).toBeVisible()
      await expect(dialog.getByRole('list', { name: 'Captured' }).getByRole('listitem')).toHaveText(
        isCaptured.map((item) => item.label),
      )
      const lines = dialog.getByRole('list', { name: 'Missing' }).getByRole('listitem')
      await expect(lines).toHaveCount(missing.length)
      await expect(lines).toContainText(missing.map((item) => item.label))
      await expect(lines).toContainText(missing.map((item) => item.note))
    })

    await test.step('every exhibit, open and closed', async () => {
      for (const title of [...pack.exhibits.map((exhibit) => exhibit.title), 'Answer', 'Time line'])
        await dialog.locator('summary').getByText(title, { exact: true }).click()
      for (const text of [...pack.exhibits.map(({ shows }) => shows), ...pack.letter, ...pack.notes])
        await expect(dialog.getByText(text)).toBeVisible()
      await expect(dialog.getByRole('table', { name: 'Time line' }).getByRole('row')).toHaveCount(
        pack.timeline.length + 1,
      )
      await expectAccessibleInTrial(page)
    })

    await test.step('the window opens with the click and then loads the PDF', async () => {
      const opening = page.waitForEvent('popup')
      const answering = page.waitForResponse('**/api/admin/get-defence-pack-pdf')
      await dialog.getByRole('button', { name: 'Open PDF' }).click()
      const view = await opening
      expect(view.url()).toBe('about:blank')
      await expect(view.locator('body')).toHaveText(`${label}, order ${orderId} is being made…`)
      const answer = await answering
      expect(answer.headers()['content-type']).toBe('application/pdf')
      const address = await view.evaluate(() => location.href).catch(() => view.url())
      expect(address).toMatch(/^(blob:|about:blank)/)
      await view.close()
    })

    await test.step('by key, and the order records it', async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(openButton).toBeFocused()
      await expect(page.getByText('Defence pack made').first()).toBeVisible()
    })
  }
})
