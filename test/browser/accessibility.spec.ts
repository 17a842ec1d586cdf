import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { emailContent, uploadDocument } from '#contract/documents.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { expectAccessible, expectMailAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'

const email = 'buyer@example.com'
const widths = [1440, 390]

/** Checks light and dark, on desktop and phone. */
async function expectAccessibleEverywhere(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const uploadApproved = async (server: TestServer, orderId: number) =>
  server.call('Team', uploadDocument, {
    body: { orderId, email },
    file: asFile(await aPdf(), 'approved.pdf'),
  })

test.beforeEach(() => test.slow())

test.describe('nobody signed in', () => {
  test('the sign-in page, also with errors, has no axe violations', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  test("the visitor's pages (tracking, errors, waiting, download with history, not found) have no axe violations", async ({
    page,
    server,
  }) => {
    await page.goto('/track-order')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expectAccessibleEverywhere(page)
    await page.getByLabel('Order ID').fill('999999')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessibleEverywhere(page)

    const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi', arrival_doa: '2027-03-05' })
    await page.goto(`/track-order/${encodeOrderId(orderId)}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have received your order')
    await expectAccessibleEverywhere(page)

    await uploadApproved(server, orderId)
    await page.reload()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    await downloading
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessibleEverywhere(page)

    await page.goto('/get-new-order-details/nothing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleEverywhere(page)
  })
})

test.describe('a member', () => {
  test.use({ role: 'Telecaller' })

  test('an empty queue, a search without results, a forbidden page and the month tiles have no axe violations', async ({
    page,
  }) => {
    for (const [path, text] of [
      ['my-order', 'No data available in table'],
      ['recent-order?q=nobody', 'No records found'],
      ['order-history', 'You can’t open this page'],
      ['future-order', 'Dec'],
    ] as const) {
      await page.goto(`/admin/${path}`)
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expectAccessibleEverywhere(page)
    }
  })
})

test.describe('an Admin', () => {
  test.use({ role: 'Admin' })

  test('the dashboard and a queue with selected rows, confirm dialog, toast and menus have no axe violations', async ({
    page,
    server,
  }) => {
    const orderId = await server.takeIn({ arrival_full_name: 'Chosen Traveller', arrival_doa: '2026-03-05' })
    await server.takeIn({ processing_mode: 'priority', arrival_full_name: 'ماريا' })
    await page.goto('/admin')
    await expect(page.getByText('Chosen Traveller')).toBeVisible()
    await expectAccessibleEverywhere(page)

    await page.goto('/admin/recent-order')
    await page.getByRole('checkbox', { name: `Select order ${orderId}` }).check()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Delete Order', exact: true }).click()
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes' })
    await expect(yes).toBeVisible()
    await expectAccessibleEverywhere(page)
    await yes.click()
    // A focused toast does not close.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await expectAccessibleEverywhere(page)

    await page.getByRole('button', { name: /^Welcome/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
    await expectAccessible(page)
  })

  test('every kind of queue has no axe violations (that of chargebacks: disputes.spec)', async ({
    page,
    server,
  }) => {
    const moved = [await server.takeIn({}), await server.takeIn({})]
    await server.move('Admin', moved[0] ?? 0, 'Refunds')
    await server.move('Admin', moved[1] ?? 0, 'Deleted')
    for (const path of ['order-history', 'refund-order', 'deleted-order']) {
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      await expectAccessibleEverywhere(page)
    }
  })

  test('an order with all its sections, errors and dialogs has no axe violations', async ({
    page,
    server,
  }) => {
    const orderId = await server.takeIn({
      arrival_full_name: 'Haruto Satō',
      arrival_nationality: 'JPN',
      familyMember: [{ family_member_name: 'Yui Satō', family_nationality: 'JPN' }],
      importingGoods: [
        { animals: 'Yes', details: [{ group: 'animals', description_of_Goods: 'Dried fish', value: '9' }] },
      ],
    })
    await uploadApproved(server, orderId)
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    await expect(page.getByRole('link', { name: 'approved.pdf' })).toBeVisible()
    await page.getByRole('button', { name: 'Upload and mail' }).click()
    await page.getByRole('button', { name: 'Add Comment' }).click()
    await expect(page.getByText('Please enter your remark')).toBeVisible()
    await expectAccessibleEverywhere(page)
    for (const paper of ['View Email Content', 'Enter Transaction Details']) {
      await page.getByRole('button', { name: paper }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessibleEverywhere(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    const { data } = await server.call('Admin', emailContent, { params: { orderId } })
    await expectMailAccessible(page, data.html)

    await page.goto('/admin/view-order/999999')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No order 999999')
    await expectAccessibleEverywhere(page)

    await page.goto('/admin/outbox')
    await page
      .getByRole('button', { name: /^View mail/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })
})
