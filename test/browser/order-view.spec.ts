import type { Page, Route } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { expect, people, test } from './fixtures.ts'
import { historyPanel, openHistory } from './support/histories.ts'
import { translateLikeABrowser } from './support/page-translator.ts'
import { withoutStream } from './support/without-stream.ts'
import { toast } from './support/toasts.ts'

/** Spec §2, Order view. */
const sections = [
  'Upload Document',
  'Order Information',
  'Arrival',
  'Family Information',
  'Importing Goods',
  'Add Comment Below',
]
/** Spec §2: further sections, in one box. */
const histories = ['Email History', 'Download History', 'Comment History'] as const

/** Spec §2, Status buttons, with the label of each target status; a button is hidden in its own status. */
const statusByMove = {
  'Move to Awaiting Response': 'Awaiting Customer',
  'Move to Completed Refunds': 'Refunds',
  'Move to Completed Orders': 'Completed',
  'Move to Delete': 'Deleted',
  'Move to Contact Customer': 'Contact Customer',
  'Move to Awaiting Govt': 'Awaiting Govt',
  'Move to Customer Called': 'Customer Called',
  'Move to ChargeBack': 'ChargeBack',
}
/** The statuses with dispute buttons (spec §4). */
const disputable = new Set(['Completed', 'Customer Called', 'Contact Customer', 'ChargeBack'])
const disputeButtons = ['Defence Pack 1', 'Defence Pack 2', 'Enter Transaction Details', 'ChargeBack details']

/** Spec §9, the eight categories. */
const goodsCategories = [
  'Animals, fish and plants',
  'Narcotics',
  'Currency of 100 million Rupiah or more',
  'Foreign banknotes of 1 billion Rupiah or more',
  'More than 200 cigarettes, 25 cigars or 100 g tobacco and 1 litre alcohol',
  'Goods bought abroad worth more than USD 500',
  'Imported goods that are not personal effects',
  'Goods originating from Indonesia under BC 3.4',
]

test.describe('a move under way', () => {
  test.use({ role: 'Team' })
  test('is called once, however often it is pressed', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    const held: Route[] = []
    await page.route('**/api/admin/move-order-status', (route) => void held.push(route))
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    const move = page.getByRole('button', { name: 'Move to Awaiting Govt' })
    await move.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await move.dblclick({ force: true })
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await expect(toast(page, 'Moved to Awaiting Govt')).toBeVisible()
    expect(held).toHaveLength(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

const familyOrder = {
  landing_domain: 'arrival.pabean.example',
  email: 'buyer@example.com',
  arrival_full_name: 'Haruto Satō',
  arrival_nationality: 'JPN',
  arrival_dob: '1990-05-07',
  arrival_phone_code: 'JAPAN',
  arrival_phone_number: '90 1234 5678',
  arrival_new_question: 'kept though nobody knows it',
  transport_type: 'Land',
  transaction_id: 'TX-77',
  familyMember: [
    {
      family_member_name: 'Yui Satō',
      family_passport_number: 'TK1234567',
      family_nationality: 'JPN',
      family_other_nationalities: '',
      family_relationship: 'Daughter',
    },
  ],
  importingGoods: [
    {
      animals: 'No',
      narcotics: 'No',
      currency: 'Yes',
      foreign: 'No',
      cigarettes: 'No',
      purchase: 'Yes',
      imported_goods: '',
      originating_goods: 'No',
      details: [
        {
          group: 'purchase',
          category: 'Camera',
          description_of_Goods: 'Camera with lens',
          quantityofGoods: '1',
          units: 'piece',
          value: '900',
          currency: 'USD',
          unaccompanied_baggage: 'No',
          date_month_year_import: '2026-03-05',
        },
      ],
    },
  ],
}

const orderUrl = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const fact = (page: Page, sectionName: string, label: string) =>
  section(page, sectionName)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })

test.use({ role: 'Night Staff' })

test('the URL has the encoded id, every section its heading (spec §2)', async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Bare Traveller' })
  const encoded = Buffer.from(String(2 * orderId))
    .toString('base64')
    .replaceAll('=', '')
  await page.goto('/admin/recent-order')
  await page.getByRole('link', { name: `View order ${orderId}` }).click()
  await expect(page).toHaveURL(`/admin/view-order/${encoded}`)
  for (const name of sections) await expect(section(page, name).getByRole('heading', { name })).toBeVisible()
  for (const name of ['Family Information', 'Importing Goods'])
    await expect(section(page, name)).toContainText('No record found')
  await expect(historyPanel(page, 'All')).toContainText('Created')
  for (const name of histories) await expect(await openHistory(page, name)).toContainText('No record found')
  await expect(page).toHaveURL(/#comment-history$/)
  await page.reload()
  await expect(historyPanel(page, 'Comment History')).toBeVisible()
  await expect(fact(page, 'Arrival', 'Full name')).toBeVisible()
  for (const label of ['Passport', 'Nationality', 'Arrival', 'Telephone', 'Hotel'])
    await expect(fact(page, 'Arrival', label)).toHaveCount(0)
  await expect(fact(page, 'Order Information', 'Transaction ID')).toHaveCount(0)
})

test('every field of a family with goods is shown (spec §9)', async ({ page, server }) => {
  await page.goto(orderUrl(await server.takeIn(familyOrder)))
  const arrival = section(page, 'Arrival')
  for (const text of ['Haruto Satō', '07-05-1990', 'Japan', '+81 9012345678', 'kept though nobody knows it'])
    await expect(arrival.getByText(text, { exact: true })).toBeVisible()
  await expect(fact(page, 'Arrival', 'New question')).toBeVisible()
  const information = section(page, 'Order Information')
  for (const text of ['Land', 'TX-77', 'arrival.pabean.example', 'buyer@example.com'])
    await expect(information.getByText(text, { exact: true })).toBeVisible()
  await expect(section(page, 'Family Information').getByRole('row')).toHaveText([
    'NamePassportNationalityRelationship',
    /Yui Satō.*TK1234567.*Japan.*Daughter/,
  ])
  const answers = section(page, 'Importing Goods').getByRole('listitem')
  await expect(section(page, 'Importing Goods')).toContainText('2 of 8 declared')
  const declared = [goodsCategories[2], goodsCategories[5]].map((label) => new RegExp(`^${label} ?Yes`))
  const denied = [0, 1, 3, 4, 7].map((number) => goodsCategories[number]).join('; ')
  await expect(answers).toHaveText([...declared, `${goodsCategories[6]}-`, `${denied} (5)No`])
  const moveButtons = page
    .getByRole('table', { name: goodsCategories[5] ?? '' })
    .getByRole('row')
    .last()
  await expect(moveButtons).toContainText('Camera with lens')
  await expect(moveButtons).toContainText('900 USD')
  await expect(moveButtons).toContainText('05-03-2026')
})

test('a departure has its section, an unknown order none (spec §8; product §5)', async ({ page, server }) => {
  const orderId = await server.takeIn({
    landing_domain: 'departure.pabean.example',
    transport_type: 'Carriage of Goods',
    departure_full_name: 'Siti Rahma',
    departure_departure_date: '2026-04-01 23:15:00',
  })
  await page.goto(orderUrl(orderId))
  await expect(section(page, 'Departure').getByText('01-04-2026 23:15:00')).toBeVisible()
  await expect(section(page, 'Order Information').getByText('Carriage of Goods')).toBeVisible()
  await expect(section(page, 'Arrival')).toHaveCount(0)
  await page.goto(`/admin/view-order/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Siti Rahma')
  await page.goto('/admin/view-order/999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No order 999999')
  await expect(page.getByText('999999')).toHaveCount(1)
})

test('each of the eight moves sets its status and is recorded', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await page.goto(orderUrl(orderId))
  const offered = page.getByRole('group', { name: 'Status' }).getByRole('button')
  const labels = Object.keys(statusByMove)
  const filledButtons = () => page.locator('main button[data-variant="filled"]').allTextContents()
  const expectButtonsOf = async (status: string) => {
    for (const name of disputeButtons)
      await expect(page.getByRole('button', { name, exact: true }), status).toHaveCount(
        disputable.has(status) ? 1 : 0,
      )
    await expect(page.getByRole('button', { name: 'Refunded it' })).toHaveCount(status === 'Refunds' ? 1 : 0)
    await expect(page.getByRole('button', { name: 'Upload and mail' })).toBeVisible()
    expect(await filledButtons(), status).toEqual([])
  }
  await expect(offered).toHaveCount(labels.length)
  await expectButtonsOf('New')
  const history = (await openHistory(page, 'Moves')).getByRole('listitem')
  let before = 'New'
  for (const [label, status] of Object.entries(statusByMove)) {
    await offered.filter({ hasText: label }).click()
    const words = status === 'Deleted' ? 'Order has been deleted successfully' : `Moved to ${status}`
    await expect(toast(page, words)).toBeVisible()
    await expect(offered.filter({ hasText: label })).toHaveCount(0)
    await expect(offered).toHaveCount(labels.length - 1)
    await expect(history.first()).toContainText(`Moved: ${before} → ${status}`)
    await expect(history.first()).toContainText(people['Night Staff'].name)
    await expectButtonsOf(status)
    before = status
  }
  await page
    .getByRole('region', { name: 'Upload Document' })
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name: 'approved.pdf', mimeType: 'application/pdf', buffer: await aPdf() })
  await expect.poll(filledButtons).toEqual(['Upload and mail u'])
})

test('a stale move is refused and says who changed the status (spec §4)', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await withoutStream(page)
  await page.goto(orderUrl(orderId))
  await expect(page.getByRole('button', { name: 'Move to Awaiting Govt' })).toBeVisible()
  await server.move('Manager', orderId, 'Customer Called')
  await page.getByRole('button', { name: 'Move to Awaiting Govt' }).click()
  const message = `Order ${orderId} is Customer Called now: ${people.Manager.name} changed it.`
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to Customer Called' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Move to Awaiting Govt' })).toBeVisible()
  await expect(historyPanel(page, 'All').getByRole('listitem').first()).toContainText(people.Manager.name)
})

test('scrolling keeps title and moves, and click or key copies a fact', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.setViewportSize({ width: 1440, height: 900 })
  const orderId = await server.takeIn({ ...familyOrder, arrival_passport_number: 'TK7654321' })
  await page.goto(orderUrl(orderId))
  const moveLines = () =>
    page
      .getByRole('group', { name: 'Status' })
      .getByRole('button')
      .evaluateAll((buttons) => new Set(buttons.map((it) => it.getBoundingClientRect().top)).size)
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(moveLines, `${width} px`).toBe(1)
  }
  await fact(page, 'Order Information', 'Transaction ID').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 2000)
  for (const part of [
    page.getByRole('heading', { level: 1, name: `${orderId} Haruto Satō` }),
    page.getByRole('button', { name: 'Move to Delete' }),
  ])
    await expect(part).toBeInViewport()

  await page.getByRole('button', { name: 'TK7654321, copy Passport' }).click()
  expect(await clipboard()).toBe('TK7654321')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Japan, copy Nationality' })).toBeFocused()
  await page.keyboard.press('c')
  expect(await clipboard()).toBe('Japan')
  await expect(page.getByText('Nationality copied')).toBeAttached()

  const telephone = section(page, 'Arrival').getByRole('link', { name: '+81 9012345678' })
  await expect(telephone).toHaveAttribute('href', 'tel:+819012345678')
  await expect(section(page, 'Arrival').getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/819012345678',
  )
  await section(page, 'Order Information').getByRole('link', { name: 'buyer@example.com' }).click()
  await expect(page.getByRole('textbox', { name: 'Answer' })).toBeFocused()
})

test('a long history shows its newest entries, and older ones on request', async ({ page, server }) => {
  const orderId = await server.takeIn({
    arrival_full_name: `${'Verylong '.repeat(30)}Name`,
    arrival_passport_number: 'C4881027'.repeat(20),
  })
  const remarks = Array.from({ length: 250 }, (_, index) =>
    server.seal.seal('remarks.sealed_remark', orderId, `Remark ${index + 1}`),
  )
  await server.query(
    `insert into remarks (order_id, at, sealed_remark, remark_name) select $1, now() - n * interval '1 minute', remark, 'Ana'
     from unnest($2::bytea[]) with ordinality as r (remark, n)`,
    [orderId, remarks],
  )
  await page.goto(orderUrl(orderId))
  const comments = await openHistory(page, 'Comment History')
  await expect(comments.getByRole('listitem')).toHaveCount(200)
  await comments.getByRole('button', { name: 'Show older' }).click()
  await expect(comments.getByText('Remark 250', { exact: true })).toBeVisible()
  await expect(comments.getByRole('button', { name: 'Show older' })).toHaveCount(0)
})

test('a page that the browser translates keeps names as they are and shows a changed status', async ({
  page,
  server,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const orderId = await server.takeIn({ arrival_full_name: 'Rose March' })
  await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  const title = page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByText('‹New›', { exact: true })
    .first()
  await expect(page.getByRole('button', { name: 'Upload and mail' })).toBeVisible()
  await translateLikeABrowser(page)
  await expect(title).toBeVisible()
  await expect(page.getByText('Rose March', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('‹Rose March›')).toHaveCount(0)
  await server.move('Manager', orderId, 'Contact Customer')
  await expect(title).toHaveCount(0)
  await expect(page.getByText('‹Contact Customer›', { exact: true }).first()).toBeVisible()
  expect(errors).toEqual([])
})
