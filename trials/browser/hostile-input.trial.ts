import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { arrivalFields, departureFields, type OrderField } from '#contract/rules/order-fields.ts'
import { aPdf } from '../../test/support/document-fixtures.ts'
import { expect, password, people, test } from '../../test/browser/fixtures.ts'
import {
  asDisplayed,
  hostileTextOf,
  longHostileText,
  hostileText,
  markup,
} from '../../test/browser/support/hostile-input.ts'
import { historyPanel } from '../../test/browser/support/histories.ts'

const name = `Hostile ${hostileText}`
/** An e-mail address may contain quotes and markup characters, but no spaces or brackets. */
const email = "o'hostile{7*7}&lt`${1}`%00@example.com"

const textByKind: Record<OrderField['kind'], string> = {
  text: longHostileText,
  texts: longHostileText,
  country: longHostileText,
  countries: longHostileText,
  phoneCode: hostileText,
  telephone: hostileText,
  email,
  date: '2026-04-01',
  dateTime: '2026-04-01 23:15:00',
  dateText: longHostileText,
}
const fillFields = (fields: readonly OrderField[]) =>
  Object.fromEntries(
    fields.map(({ key, kind }) => [key, key.endsWith('_name') ? hostileTextOf(300) : textByKind[kind]]),
  )

const order = {
  email,
  ...fillFields([...arrivalFields, ...departureFields]),
  arrival_full_name: name,
  arrival_unknown_field: longHostileText,
  transport_type: longHostileText,
  language: longHostileText,
  transaction_id: longHostileText,
  merchant_name: hostileTextOf(300),
  familyMember: [
    {
      family_member_name: hostileTextOf(300),
      family_passport_number: longHostileText,
      family_nationality: longHostileText,
      family_other_nationalities: longHostileText,
      family_relationship: longHostileText,
    },
  ],
  importingGoods: [
    {
      animals: 'Yes',
      details: [
        {
          group: 'animals',
          category: longHostileText,
          description_of_Goods: longHostileText,
          quantityofGoods: longHostileText,
          units: longHostileText,
          value: longHostileText,
          currency: longHostileText,
          unaccompanied_baggage: longHostileText,
          date_month_year_import: longHostileText,
        },
      ],
    },
  ],
}

const displayedName = asDisplayed(name)

/** No script ran, no element was injected, and the page does not scroll horizontally. */
async function expectHarmless(page: Page) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      put: document.querySelectorAll(
        'main script, main img:not([src^="/uploads/previews/"]), main svg[onload], main a[href^="javascript"]',
      ).length,
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(found, `${page.url()} at ${width}`).toEqual({ hacked: false, put: 0, sideways: 0 })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test.use({ role: 'Admin' })
test.beforeEach(({ page }) => {
  page.on('dialog', () => {
    throw new Error('a script opened a dialog')
  })
})

test('hostile text in every field of an order is shown as text in list, order view, mail and visitor page', async ({
  page,
  server,
}) => {
  test.slow()
  const orderId = await server.takeIn(order)

  await test.step('list and search', async () => {
    await page.goto('/admin/recent-order')
    await page.getByRole('searchbox').fill('"><script>window')
    await expect(page.getByText('1 order found')).toBeVisible()
    await expect(page.getByText(displayedName, { exact: true })).toBeVisible()
    await expectHarmless(page)
  })

  await test.step('order view', async () => {
    await page.getByRole('link', { name: `View order ${orderId}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${orderId} ${displayedName}`)
    await expect(page.getByRole('region', { name: 'Family Information' })).toContainText(
      asDisplayed(longHostileText),
    )
    await expectHarmless(page)
  })

  await test.step('mail', async () => {
    await page.getByRole('button', { name: 'View Email Content' }).click()
    const frame = page.frameLocator('iframe[title="Email content"]')
    // Direction overrides are removed in mails, because mail clients may not isolate directions.
    await expect(frame.getByText(markup).first()).toBeVisible()
    await expect(frame.getByRole('link', { name: 'Click Here' })).toBeVisible()
    expect(await frame.locator('script, img[src=x], svg').count()).toBe(0)
    await expectHarmless(page)
    await page.keyboard.press('Escape')
  })

  await test.step('a document with a hostile name', async () => {
    const file = {
      name: `${hostileText.replaceAll('/', '')}.pdf`,
      mimeType: 'application/pdf',
      buffer: await aPdf(),
    }
    await page.getByLabel('Document', { exact: true }).setInputFiles(file)
    await expectHarmless(page)
    await page.getByRole('button', { name: 'Upload and mail' }).click()
    // Such data is something that preflight stops at.
    await page.getByRole('button', { name: 'Upload all the same' }).click()
    await expect(page.getByText('The order is Completed.')).toBeVisible()
    await expectHarmless(page)
  })

  await test.step('visitor page', async () => {
    await page.goto(`/track-order/${encodeOrderId(orderId)}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your declaration is ready')
    await expect(page.getByText(displayedName, { exact: true })).toBeVisible()
    await expectHarmless(page)
  })
})

test.describe('hostile text typed', () => {
  test('into search, remark and transaction fields is shown as text or refused', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await server.move('Admin', orderId, 'Completed')
    await page.goto('/admin/order-history')
    for (const [text, told] of [
      [`nobody${markup}`, 'No records found'],
      [longHostileText, 'Please enter at most 200 characters.'],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await expect(page.getByText(told)).toBeVisible()
      await expectHarmless(page)
    }

    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    const remark = page.getByRole('textbox', { name: 'Remark' })
    await remark.fill(longHostileText)
    await page.getByRole('button', { name: 'Add Comment' }).click()
    await expect(historyPanel(page, 'All')).toContainText(asDisplayed(longHostileText))
    await expect(remark).toHaveValue('')

    await page.getByRole('button', { name: 'Enter Transaction Details' }).click()
    await page.getByLabel('Transaction ID').fill(hostileTextOf(200))
    await page.getByLabel('Merchant Name').fill(hostileTextOf(200))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Order Information' })).toContainText(
      asDisplayed(hostileTextOf(200)),
    )
    await expectHarmless(page)
  })

  test('into a URL shows not found', async ({ page }) => {
    for (const path of [
      `/admin/view-order/${encodeURIComponent(hostileText)}`,
      `/admin/order-history?q=${encodeURIComponent(hostileText)}&page=%00&rows=<b>&sort='&month=NaN`,
      `/track-order/${encodeURIComponent(hostileText)}`,
      `/get-new-order-details/${encodeURIComponent(hostileText)}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectHarmless(page)
    }
  })
})

test.describe('nobody signed in', () => {
  test.use({ role: null })

  test('hostile text typed into the sign-in and tracking pages is refused with a message', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByLabel('Email ID').fill(hostileText)
    await page.getByLabel('Password', { exact: true }).fill(hostileTextOf(1000))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByLabel('Email ID')).toHaveAccessibleDescription('Invalid email address')
    await page.getByLabel('Email ID').fill(people.Admin.email)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectHarmless(page)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/admin')

    await page.goto('/track-order')
    await page.getByLabel('Order ID').fill(hostileTextOf(200))
    await page.getByLabel('E-mail').fill(longHostileText)
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectHarmless(page)
  })
})
