import type { Page } from '@playwright/test'
import { addDays, displayDate, jakartaToday } from '#contract/rules/dates.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { dismissProposal, listProposals, matchDocuments } from '#contract/proposals.ts'
import { asFile } from '../support/document-fixtures.ts'
import { officialPdf, scannedPdf } from '../support/official-documents.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { dropFiles } from './support/drop-files.ts'
import type { TestServer } from './support/test-server.ts'
import { toast } from './support/toasts.ts'
import { withoutReading } from './support/without-reading.ts'

const orderUrl = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`

const travelDay = addDays(jakartaToday(new Date()), 5)
const dayAfter = addDays(travelDay, 1)
const asPrinted = (day: string) => day.split('-').toReversed().join('/')

let count = 0
/** An order with a unique traveller, and its document. */
async function anOrder(server: TestServer, changes: Record<string, string> = {}) {
  count += 1
  const [name, passport] = [`Łukasz Wiśniewski ${'ABCDEFGHIJKLMNOP'.charAt(count)}`, `EM914${1000 + count}`]
  const orderId = await server.takeIn({
    arrival_full_name: name,
    arrival_passport_number: passport,
    arrival_dob: '1990-05-17',
    arrival_doa: travelDay,
  })
  const bytes = await officialPdf({
    names: [`WISNIEWSKI LUKASZ ${'ABCDEFGHIJKLMNOP'.charAt(count)}`],
    passport,
    birthDate: '17/05/1990',
    arrivalDate: asPrinted(travelDay),
    qrText: `CD-2611 ${passport}`,
    ...changes,
  })
  return { orderId, name, passport, bytes }
}

interface ChosenFile {
  name: string
  buffer: Buffer
}

const chooseFiles = (page: Page, files: readonly ChosenFile[]) =>
  page
    .getByLabel('Documents', { exact: true })
    .setInputFiles(files.map((file) => ({ ...file, mimeType: 'application/pdf' })))

const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) })
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const statusOf = async (server: TestServer, orderId: number) =>
  (await server.query('select process_status from orders where order_id = $1', [orderId]))[0]?.[
    'process_status'
  ]

test.use({ role: 'Team' })

test.afterEach(async ({ server }) => {
  await server.query('delete from proposals')
})

test('Enter sends the certain proposals, and one Undo takes them back', async ({ page, server }) => {
  const people = [await anOrder(server), await anOrder(server)]
  const wrong = await anOrder(server, { arrivalDate: asPrinted(dayAfter) })
  await page.goto('/admin/proposals')
  await expect(page.getByText('No data available in table')).toBeVisible()
  await chooseFiles(
    page,
    [...people, wrong].map(({ bytes, passport }) => ({ name: `${passport}.pdf`, buffer: bytes })),
  )
  await expect(group(page, 'Certain').getByRole('listitem').filter({ hasText: 'WISNIEWSKI' })).toHaveCount(2)
  const contradiction = rowOf(group(page, 'To decide').page(), String(wrong.orderId))
  await expect(contradiction).toContainText(
    `travel date ${displayDate(dayAfter)}, order ${displayDate(travelDay)}`,
  )
  await expect(contradiction.getByRole('checkbox')).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Documents proposed 3' })).toBeVisible()
  await expectAccessibleInTrial(page)

  // A contradicting document asks for confirmation, by keyboard too.
  await contradiction.getByRole('checkbox').focus()
  await expect(page.getByRole('complementary', { name: 'First page' })).toContainText(wrong.passport)
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog', { name: 'Ask the customer' })
  await expect(dialog.getByLabel('What to ask')).toHaveAccessibleDescription('Arrival')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await contradiction.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(
    `Travel date ${displayDate(dayAfter)}, in the order ${displayDate(travelDay)}.`,
  )
  await page.keyboard.press('Escape')
  await contradiction.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 documents are stored, and kept here, not mailed.')).toContainText(
    'none skipped',
  )
  await expect(group(page, 'Certain')).toHaveCount(0)
  for (const { orderId } of people) expect(await statusOf(server, orderId)).toBe('Completed')
  await page.keyboard.press('z')
  await expect(toast(page, 'Undone.')).toBeVisible()
  await expect(group(page, 'Certain').getByRole('checkbox', { checked: true })).toHaveCount(2)
  for (const { orderId } of people) expect(await statusOf(server, orderId)).toBe('New')
})

test('a document without an order is unselected until one is typed', async ({ page, server }) => {
  const person = await anOrder(server)
  await page.goto('/admin/proposals')
  await chooseFiles(page, [{ name: 'scan.pdf', buffer: await scannedPdf({ names: ['SOMEBODY'] }) }])
  const row = rowOf(page, 'scan.pdf')
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await row.getByLabel('Order of scan.pdf').fill(String(person.orderId))
  await expect(row.getByRole('link', { name: String(person.orderId) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row.getByRole('checkbox')).toBeFocused()
  await expect(row.getByRole('checkbox')).toBeChecked()
  expect(await statusOf(server, person.orderId)).toBe('New')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The document is stored, and kept here, not mailed.')).toBeVisible()
  expect(await statusOf(server, person.orderId)).toBe('Completed')
})

test('a proposal is dismissed by key, with Undo', async ({ page, server }) => {
  const person = await anOrder(server)
  await server.call('Manager', matchDocuments, { body: {}, file: [asFile(person.bytes, 'letter.pdf')] })
  await page.goto('/admin/proposals')
  await expect(rowOf(page, 'letter.pdf').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('x')
  await expect(rowOf(page, 'letter.pdf')).toHaveCount(0)
  await toast(page, 'not proposed any more').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'letter.pdf')).toBeVisible()
})

test('files are dropped anywhere, or chosen, and never opened by the browser (WCAG 2.5.7)', async ({
  page,
  server,
}) => {
  const [one, other] = [await anOrder(server), await anOrder(server)]
  const main = page.getByRole('main')
  const field = page.getByLabel('Document', { exact: true })
  await withoutReading(page)
  await page.goto(orderUrl(one.orderId))
  await expect(field).toBeVisible()

  await dropFiles(main, { folder: null })
  const alert = page.getByRole('alert')
  await expect(alert.filter({ hasText: 'A folder cannot be taken' })).toBeVisible()
  await page.getByRole('button', { name: 'View Email Content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email Content' })
  await dropFiles(dialog.getByRole('heading', { name: 'Email Content' }), { 'one.pdf': one.bytes })
  await expect(alert.filter({ hasText: 'Nothing was taken' })).toContainText('Close the dialog first.')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role="dialog"]')).toHaveCount(0)

  for (const place of [main, field]) {
    await dropFiles(place, { 'one.pdf': one.bytes })
    await page.getByRole('button', { name: 'Remove one.pdf' }).click()
  }
  await dropFiles(field, {
    'one.pdf': one.bytes,
    'other.pdf': other.bytes,
    'page.html': Buffer.from('<p>no</p>'),
  })
  await expect(page).toHaveURL('/admin/proposals')
  await expect(group(page, 'Certain').getByRole('checkbox')).toHaveCount(2)
  await expect(alert.filter({ hasText: 'page.html' })).toContainText('The file must be a PDF')
  expect(
    page
      .context()
      .pages()
      .map((it) => new URL(it.url()).pathname),
  ).not.toContainEqual(expect.stringMatching(/pdf$/))

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Drop or choose PDFs' }).click()
  expect((await choosing).isMultiple()).toBe(true)
})

test('proposals appear and disappear without a reload', async ({ page, server }) => {
  const person = await anOrder(server)
  await page.goto('/admin/proposals')
  await expect(page.getByText('No data available in table')).toBeVisible()
  await server.call('Manager', matchDocuments, { body: {}, file: [asFile(person.bytes, 'live.pdf')] })
  await expect(rowOf(page, 'live.pdf')).toBeVisible()
  const { data } = await server.call('Manager', listProposals, {})
  await server.call('Manager', dismissProposal, { body: { id: data[0]?.id ?? 0 } })
  await expect(rowOf(page, 'live.pdf')).toHaveCount(0)
})

test('in an order p puts the proposal into the Upload card, u sends it', async ({ page, server }) => {
  const person = await anOrder(server)
  await server.call('Manager', matchDocuments, { body: {}, file: [asFile(person.bytes, 'answer.pdf')] })
  await page.goto(orderUrl(person.orderId))
  const card = page.getByRole('region', { name: 'Upload Document' })
  await expect(card.getByText('Proposed: answer.pdf')).toBeVisible()
  const { height } = (await card.boundingBox()) ?? {}
  await page.keyboard.press('p')
  await expect(card.getByRole('img', { name: 'First page of answer.pdf' })).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'passport' })).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(height)
  await expectAccessibleInTrial(page)
  await page.keyboard.press('u')
  await expect(toast(page, 'The document is stored, and kept here, not mailed.')).toBeVisible()
  await expect(card.getByRole('link', { name: 'answer.pdf' })).toBeVisible()
  expect(await statusOf(server, person.orderId)).toBe('Completed')
})
