import type { Locator, Page } from '@playwright/test'
import { correctOrder } from '#contract/corrections.ts'
import { withdrawDocument } from '#contract/documents.ts'
import { getOrder } from '#contract/order-details.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'
import { historyPanel } from './support/histories.ts'
import { withoutReading } from './support/without-reading.ts'
import { withoutStream } from './support/without-stream.ts'
import { toast } from './support/toasts.ts'

test.use({ role: 'Team' })

const correctedMessage = 'Order has been corrected successfully.'
const reasonMessage = 'Please enter a reason.'

const openOrder = (page: Page, orderId: number) => page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openButton = (page: Page, name: string) => page.getByRole('button', { name: `Correct ${name}` })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Correct ${name}` })
const history = (page: Page) => historyPanel(page, 'All')
const loadDetails = async (server: TestServer, orderId: number) =>
  (await server.call('Team', getOrder, { params: { orderId } })).orderDetails

async function openCorrection(page: Page, name: string) {
  await openButton(page, name).click()
  const dialog = dialogOf(page, name)
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  return dialog
}
async function saveAndGetChanges(page: Page) {
  const sent = page.waitForRequest((request) => request.url().endsWith(correctOrder.path))
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  return ((await sent).postDataJSON() as { changes: Record<string, unknown> }).changes
}

test('the e-mail of Upload Document follows corrections until it is edited', async ({ page, server }) => {
  const orderId = await server.takeIn({ email: 'old@example.com' })
  await openOrder(page, orderId)
  const email = section(page, 'Upload Document').getByLabel('E-mail')
  const correctTo = async (address: string) => {
    const dialog = await openCorrection(page, 'Order Information')
    await dialog.getByLabel('E-mail').fill(address)
    await dialog.getByLabel('Reason').fill('By phone')
    await saveAndGetChanges(page)
    await expect(dialog).toBeHidden()
  }
  await expect(email).toHaveValue('old@example.com')
  await correctTo('new@example.com')
  await expect(email).toHaveValue('new@example.com')
  await email.fill('friend@example.com')
  await correctTo('newest@example.com')
  await expect(section(page, 'Order Information').getByText('newest@example.com')).toBeVisible()
  await expect(email).toHaveValue('friend@example.com')
})

test('an arrival is corrected with a reason, and only changed fields are sent', async ({ page, server }) => {
  test.slow()
  const orderId = await server.takeIn({
    arrival_full_name: 'Tuyet Anh',
    arrival_doa: '2027-03-10',
    arrival_new_question: 'kept',
  })
  await openOrder(page, orderId)

  await test.step('by key: the first field has the focus, and Escape keeps the input as a draft', async () => {
    await openButton(page, 'Arrival').focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page, 'Arrival')
    await expect(dialog.getByLabel('Full name')).toBeFocused()
    await expect(dialog.getByLabel('New question')).toHaveValue('kept')
    await expectAccessibleInTrial(page)
    await page.keyboard.type('Somebody Else')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openButton(page, 'Arrival')).toBeFocused()
    await expect(openButton(page, 'Arrival')).toContainText('begun')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Full name')).toHaveValue(/Somebody Else/)
    await dialog.getByRole('button', { name: 'Begin anew' }).click()
    await expect(dialog.getByLabel('Full name')).toHaveValue('Tuyet Anh')
  })

  const dialog = dialogOf(page, 'Arrival')
  await test.step('the reason covers no focused field', async () => {
    const top = (await dialog.getByLabel('Reason').boundingBox())?.y ?? 0
    const endOfFocused = () => document.activeElement?.getBoundingClientRect().bottom ?? Infinity
    for (let presses = 0; presses < 44; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(endOfFocused)).toBeLessThan(top)
    }
  })

  await dialog.getByLabel('Full name').fill('Nguyễn Thị Ánh Tuyết')
  await dialog.getByLabel('Arrival', { exact: true }).fill('11-03-2027')

  await test.step('a reason is required', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(reasonMessage)
    await expect(dialog.getByLabel('Reason')).toBeFocused()
  })

  await dialog.getByLabel('Reason').fill('She wrote so')
  expect(await saveAndGetChanges(page)).toEqual({
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_doa: '2027-03-11',
  })
  await expect(toast(page, correctedMessage)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nguyễn Thị Ánh Tuyết')
  await expect(section(page, 'Arrival')).toContainText('11-03-2027')
  await expect(history(page)).toContainText(people.Team.name)
  await expect(history(page)).toContainText('Full name: Tuyet Anh → Nguyễn Thị Ánh Tuyết')
  await expect(history(page)).toContainText('Arrival: 10-03-2027 → 11-03-2027')
  await expect(history(page)).toContainText('Reason: She wrote so')
})

test('what another member corrects meanwhile is shown beside a correction, which outlives a reload (product §5, §12)', async ({
  page,
  server,
}) => {
  const child = { family_member_name: 'Budi', family_passport_number: 'C1' }
  const orderId = await server.takeIn({ arrival_full_name: 'Siti', familyMember: [child] })
  const correctAsAdmin = async (changes: Record<string, unknown>) => {
    const { revision } = await loadDetails(server, orderId)
    return server.call('Admin', correctOrder, { body: { orderId, changes, reason: 'By phone', revision } })
  }
  await openOrder(page, orderId)
  const family = await openCorrection(page, 'Family Information')
  await family.getByLabel('Passport').fill('C9')
  await correctAsAdmin({ familyMember: [child, { family_member_name: 'Ani', family_passport_number: 'C2' }] })
  const toldIn = (dialog: Locator) => dialog.getByRole('region', { name: 'Changed meanwhile' })
  await expect(toldIn(family)).toContainText(`Family member 2: ${people.Admin.name}`)
  await expect(family.getByRole('group', { name: 'Family member 2' }).getByLabel('Name')).toHaveValue('Ani')
  await family.getByLabel('Reason').fill('As the passport says')
  expect(await saveAndGetChanges(page)).toMatchObject({
    familyMember: [{ family_passport_number: 'C9' }, { family_member_name: 'Ani' }],
  })
  await expect(family).toBeHidden()

  const arrival = await openCorrection(page, 'Arrival')
  await arrival.getByLabel('Full name').fill('Siti Rahma')
  await arrival.getByLabel('Reason').fill('She wrote so')
  await expect(arrival.getByText('Kept', { exact: true })).toBeVisible()
  await page.reload()
  await expect(openButton(page, 'Arrival')).toContainText('begun')
  await correctAsAdmin({ arrival_full_name: 'Siti R', arrival_place_of_birth: 'Medan' })
  await expect(page.getByText('Medan').first()).toBeVisible()
  await openCorrection(page, 'Arrival')
  await expect(arrival).toContainText('What you had begun is here again')
  await expect(toldIn(arrival)).toBeFocused()
  const change = arrival.getByRole('listitem').filter({ hasText: 'Full name' })
  await expect(change).toContainText(/Before.*Siti.*Siti R.*You.*Siti Rahma/s)
  await expectAccessibleInTrial(page)
  await expect(arrival.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await change.getByText('Keep mine').click()
  await expect(arrival.getByLabel('Place of birth')).toHaveValue('Medan')
  expect(await saveAndGetChanges(page)).toEqual({ arrival_full_name: 'Siti Rahma' })
  await expect(arrival).toBeHidden()
  await expect(openButton(page, 'Arrival')).not.toContainText('begun')
  expect(await loadDetails(server, orderId)).toMatchObject({
    arrival_full_name: 'Siti Rahma',
    arrival_place_of_birth: 'Medan',
  })
  // A draft that was being saved meanwhile is emptied afterwards.
  await expect.poll(async () => (await loadDetails(server, orderId)).drafts).toEqual([])
})

test('a field refused by the server shows the error, and nothing changes', async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Ayu', arrival_email: 'ayu@example.com' })
  await openOrder(page, orderId)
  const dialog = await openCorrection(page, 'Arrival')
  const email = dialog.getByLabel('E-mail', { exact: true })
  await email.fill('no address')
  await dialog.getByLabel('Reason').fill('Typed wrong')
  await saveAndGetChanges(page)
  await expect(email).toHaveAccessibleDescription('E-mail must be an e-mail address.')
  await expect(email).toBeFocused()
  expect((await loadDetails(server, orderId))['arrival_email']).toBe('ayu@example.com')

  await dialog.getByLabel('Date of birth').focus()
  await page.keyboard.type('0902')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Date of birth')).toHaveAccessibleDescription(
    /Please enter the date as DD-MM-YYYY\./,
  )
  await dialog.getByRole('button').filter({ hasText: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a click outside the dialog closes it only without unsaved input', async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Ayu' })
  await openOrder(page, orderId)
  const dialog = await openCorrection(page, 'Order Information')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
  await openCorrection(page, 'Order Information')
  await dialog.getByLabel('Amount').fill('10')
  await page.mouse.click(5, 5)
  await expect(dialog.getByLabel('Amount')).toHaveValue('10')
  await dialog.getByRole('button').filter({ hasText: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('order information is corrected, and an empty correction is refused', async ({ page, server }) => {
  const orderId = await server.takeIn({ email: 'old@example.com' })
  await openOrder(page, orderId)
  const dialog = await openCorrection(page, 'Order Information')
  await dialog.getByLabel('Reason').fill('Nothing')
  expect(await saveAndGetChanges(page)).toEqual({})
  await expect(page.getByRole('alert')).toContainText('Nothing was changed.')

  await dialog.getByLabel('Amount').fill('ten')
  await saveAndGetChanges(page)
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'Amount must be a number with at most two decimals.',
  )
  await dialog.getByLabel('Amount').fill('59.00')
  await dialog.getByLabel('Currency').fill('USD')
  await dialog.getByLabel('E-mail').fill('new@example.com')
  expect(await saveAndGetChanges(page)).toEqual({
    email: 'new@example.com',
    amount: '59.00',
    currency: 'USD',
  })
  await expect(section(page, 'Order Information')).toContainText('59.00 USD')
  await expect(section(page, 'Order Information')).toContainText('new@example.com')
  await expect(history(page)).toContainText('E-mail: old@example.com → new@example.com')
})

test('a departure keeps its local time to the second', async ({ page, server }) => {
  const orderId = await server.takeIn({
    landing_domain: 'departure.pabean.example',
    departure_full_name: 'Budi',
    departure_departure_date: '2027-03-10 08:05:00',
    departure_road: 'Jl. Raya',
  })
  await openOrder(page, orderId)
  const dialog = await openCorrection(page, 'Departure')
  await expect(dialog.getByLabel('Departure', { exact: true })).toHaveValue('10-03-2027 08:05:00')
  await dialog.getByLabel('Departure', { exact: true }).fill('10.03.2027 9:30')
  await dialog.getByLabel('Road', { exact: true }).fill('Jl. Raya\nSanggingan')
  await dialog.getByLabel('Reason').fill('Another flight')
  expect(await saveAndGetChanges(page)).toEqual({
    departure_departure_date: '2027-03-10 09:30:00',
    departure_road: 'Jl. Raya\nSanggingan',
  })
  await expect(section(page, 'Departure')).toContainText('10-03-2027 09:30:00')
})

test('family members are changed, added and removed', async ({ page, server }) => {
  test.slow()
  const member = (name: string, relationship: string) => ({
    family_member_name: name,
    family_passport_number: '',
    family_nationality: '',
    family_other_nationalities: '',
    family_relationship: relationship,
  })
  const orderId = await server.takeIn({
    familyMember: [member('Tran Van Hai', 'Husband'), member('Bảo Anh', 'Daughter')],
  })
  await openOrder(page, orderId)
  const dialog = await openCorrection(page, 'Family Information')
  const first = dialog.getByRole('group', { name: 'Family member 1' })
  await expect(first.getByLabel('Name')).toBeFocused()
  await first.getByLabel('Name').fill('Trần Văn Hải')
  await dialog.getByRole('button', { name: 'Remove family member 2' }).click()
  const add = dialog.getByRole('button', { name: 'Add family member' })
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  const added = dialog.getByRole('group', { name: 'Family member 2' })
  await expect(added.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Minh')
  await added.getByLabel('Relationship').fill('Son')
  await expectAccessibleInTrial(page)
  await dialog.getByLabel('Reason').fill('He stays at home')
  expect(await saveAndGetChanges(page)).toEqual({
    familyMember: [member('Trần Văn Hải', 'Husband'), member('Minh', 'Son')],
  })
  const family = section(page, 'Family Information').getByRole('row')
  await expect(family.nth(1)).toContainText('Trần Văn Hải')
  await expect(family.nth(2)).toContainText('Minh')
  await expect(history(page)).toContainText('Family member: Tran Van Hai, Husband → Trần Văn Hải, Husband')
  await expect(history(page)).toContainText('Family member: Bảo Anh, Daughter → Minh, Son')
})

test('goods answers and lines are corrected', async ({ page, server }) => {
  test.slow()
  const orderId = await server.takeIn({})
  await openOrder(page, orderId)
  const dialog = await openCorrection(page, 'Importing Goods')
  await dialog.getByRole('button', { name: 'Add declaration' }).click()
  const declaration = dialog.getByRole('group', { name: 'Declaration 1' })
  const answers = declaration.getByRole('radiogroup')
  await expect(answers).toHaveCount(8)
  for (const answer of await answers.all()) await answer.getByText('No', { exact: true }).click()
  const bought = 'Goods bought abroad worth more than USD 500'
  await declaration.getByRole('radiogroup', { name: bought }).getByText('Yes').click()
  await declaration.getByRole('button', { name: `Add goods: ${bought}` }).click()
  const line = declaration.getByRole('group', { name: `${bought}, line 1` })
  await expect(line.getByLabel('Description of goods')).toBeFocused()
  await page.keyboard.type('Camera')
  await line.getByLabel('Quantity').fill('1')
  await line.getByLabel('Value').fill('1699.00')
  await line.getByLabel('Currency').fill('USD')
  await expectAccessibleInTrial(page)
  await dialog.getByLabel('Reason').fill('Receipt came')
  await saveAndGetChanges(page)
  await expect(toast(page, correctedMessage)).toBeVisible()
  const goods = section(page, 'Importing Goods')
  await expect(goods).toContainText('1 of 8 declared')
  await expect(goods.getByRole('table', { name: bought })).toContainText('1,699.00 USD')
  await expect(history(page)).toContainText(`${bought}: - → Yes`)
  await expect(history(page)).toContainText('Goods: - → Camera, 1, 1,699.00 USD')

  await openCorrection(page, 'Importing Goods')
  await dialog.getByRole('button', { name: `Remove line 1: ${bought}` }).click()
  await expect(dialog.getByRole('button', { name: `Add goods: ${bought}` })).toBeFocused()
  await dialog.getByLabel('Reason').fill('Sold again')
  await saveAndGetChanges(page)
  await expect(goods.getByRole('table')).toHaveCount(0)
  const [kept] = (await loadDetails(server, orderId)).importingGoods
  expect(kept).toMatchObject({ purchase: 'Yes', narcotics: 'No', details: [] })
})

test.describe('a wrong document (product §3)', () => {
  test.beforeEach(({ page }) => withoutReading(page))

  const panel = (page: Page) => section(page, 'Upload Document')
  const documents = (page: Page) => panel(page).getByRole('list', { name: 'Documents' })

  async function upload(page: Page, name: string) {
    await panel(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: await aPdf(name) })
    await panel(page).getByRole('button', { name: 'Upload and mail' }).click()
    await expect(documents(page).getByRole('link', { name })).toBeVisible()
  }

  test('is withdrawn with a reason and removed from the list', async ({ page, server }) => {
    test.slow()
    const orderId = await server.takeIn({})
    await openOrder(page, orderId)
    await upload(page, 'wrong.pdf')
    const withdraw = panel(page).getByRole('button', { name: 'Withdraw wrong.pdf' })
    const dialog = page.getByRole('dialog', { name: 'Withdraw document' })

    await withdraw.click()
    await expect(dialog).toContainText('The customer will no longer be able to download wrong.pdf.')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expectAccessibleInTrial(page)
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(reasonMessage)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(withdraw).toBeFocused()

    await page.keyboard.press('Enter')
    await dialog.getByLabel('Reason').fill('Another traveller’s')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(toast(page, 'Document has been withdrawn.')).toBeVisible()
    await expect(documents(page)).toHaveCount(0)
    await expect(history(page)).toContainText('Document withdrawn')
    await expect(history(page)).toContainText('Reason: Another traveller’s')
  })

  test('withdrawn by another member shows an error and leaves the list', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await withoutStream(page)
    await openOrder(page, orderId)
    await upload(page, 'wrong.pdf')
    await panel(page).getByRole('button', { name: 'Withdraw wrong.pdf' }).click()
    const { uploadDoc } = await loadDetails(server, orderId)
    const file1 = String(uploadDoc[0]?.file1)
    await server.call('Night Staff', withdrawDocument, { body: { orderId, file1, reason: 'First' } })
    const dialog = page.getByRole('dialog', { name: 'Withdraw document' })
    await dialog.getByLabel('Reason').fill('Second')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByRole('alert')).toContainText(`Order ${orderId} has no such document.`)
    await expect(dialog).toBeHidden()
    await expect(documents(page)).toHaveCount(0)
  })

  test('is replaced by the next upload, unless the replacement is cancelled', async ({ page, server }) => {
    test.slow()
    const orderId = await server.takeIn({})
    await openOrder(page, orderId)
    await upload(page, 'wrong.pdf')
    await panel(page).getByRole('button', { name: 'Replace wrong.pdf' }).click()
    await expect(panel(page).getByText('Replaces wrong.pdf')).toBeVisible()
    await expect(panel(page).locator('input[type=file]')).toBeFocused()
    await expectAccessibleInTrial(page)
    await panel(page).getByRole('button', { name: 'Keep wrong.pdf' }).click()
    await expect(panel(page).getByText('Replaces wrong.pdf')).toHaveCount(0)

    await panel(page).getByRole('button', { name: 'Replace wrong.pdf' }).click()
    await upload(page, 'right.pdf')
    await expect(documents(page).getByRole('listitem')).toHaveCount(1)
    await expect(panel(page).getByText('Replaces wrong.pdf')).toHaveCount(0)
    await expect(history(page)).toContainText('Document withdrawn')
    await expect(history(page)).toContainText('Reason: Replaced by another document.')
    const { uploadDoc } = await loadDetails(server, orderId)
    expect(uploadDoc.map(({ name }) => name)).toEqual(['right.pdf'])
  })
})
