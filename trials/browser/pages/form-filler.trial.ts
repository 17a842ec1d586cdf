import type { Page } from '@playwright/test'
import { addFormOrigin, type FieldToFill } from '#contract/form-filler.ts'
import type { FilledField } from '#contract/filler-messages.ts'
import { filingSheet } from '#contract/rules/filing-sheet.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { listAuditEvents } from '#contract/audit.ts'
import { declarationWithGoods } from '../../../test/filler/declarations.ts'
import { startFillerBrowser } from '../../../test/filler/filler-browser.ts'
import { startOfficialPage, type OfficialPage } from '../../../test/filler/official-page.ts'
import { findWholeChromium } from '../../../test/support/browser/chromium.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Team' })

let official: OfficialPage
test.beforeAll(async () => {
  official = await startOfficialPage()
})
test.afterAll(() => official.end())

const order = { ...declarationWithGoods(3), arrival_countries_visited: 'AUS' }

const answersOf = async (page: Page): Promise<Record<string, string>> =>
  JSON.parse((await page.locator('#answers').textContent()) ?? '{}')

const fieldsOf = (given: Record<string, unknown>): FieldToFill[] =>
  (
    filingSheet({ familyMember: [], importingGoods: [], telephones: {}, ...given })[0]?.sections ?? []
  ).flatMap(({ title, fields }) =>
    fields.map(({ id, labels, kind, value, answers }) => ({
      id,
      section: title,
      labels: [...labels],
      kind,
      value,
      answers: [...answers],
    })),
  )

/** Runs the extension's script in an open page, without the extension. */
async function fill(
  page: Page,
  fields: FieldToFill[],
  traveller = 0,
  travellers = 1,
): Promise<FilledField[]> {
  await page.addScriptTag({ path: 'dist/filler/fill-form-in-page.js' })
  return page.evaluate((data) => globalThis.fillOfficialForm?.(data) ?? [], { fields, traveller, travellers })
}

const reasonsOf = (filled: readonly FilledField[]) =>
  Object.fromEntries(filled.flatMap(({ id, left }) => (left ? [[id, left]] : [])))

test('every kind of control is filled by label or name, and nothing is sent', async ({ page }) => {
  await page.goto(official.url)
  const filled = await fill(page, fieldsOf(order))
  expect(reasonsOf(filled)).toEqual({})
  expect(filled.length).toBeGreaterThanOrEqual(42)
  const expected = fieldsOf(order)
  const valueOf = (id: string) => expected.find((field) => field.id === id)?.value ?? ''
  const iso = (id: string) => valueOf(id).split('/').toReversed().join('-')
  expect(await answersOf(page)).toMatchObject({
    full_name: valueOf('fullName'),
    gender: 'Female',
    dob: '02/09/1987',
    birthplace: 'FREMANTLE',
    nationality: 'Australia',
    mail: valueOf('email'),
    dial: '+61 Australia',
    phone: valueOf('mobile'),
    passportNumber: valueOf('passport'),
    expiry: valueOf('passportExpiry').replaceAll('/', '-'),
    hasVisa: 'Yes',
    visaNumber: valueOf('visa'),
    arrivalDate: iso('arrivalDate'),
    leaving: iso('departureDate'),
    mode: 'AIR',
    flightNumber: 'QF43',
    port: 'NGURAH RAI INTERNATIONAL AIRPORT, DENPASAR',
    purpose: 'HOLIDAY',
    residence: 'Hotel',
    hotel: 'SANUR BEACH HOTEL',
    province: 'BALI',
    city: 'DENPASAR',
    visited: 'Australia',
    symptoms: 'No',
    plants: 'No',
    q1: 'No',
    q5: 'Yes',
    q8: 'No',
    goods_description: 'CIGARETTES',
    goods_unit: 'PIECE',
    goods_currency: 'AUD',
  })
  expect(await page.locator('#sent').textContent()).toBe('0')
  await expect(page.locator('[data-form-filler=filled]')).toHaveCount(filled.length)

  expect(reasonsOf(await fill(page, fieldsOf(order)))).toEqual({})
  expect(await page.locator('#sent').textContent()).toBe('0')
})

test('one key on the filing sheet fills the official page with a token', async ({ server }) => {
  const chromium = await findWholeChromium()
  test.skip(chromium === undefined, 'A whole Chromium is needed, since its headless shell has no extensions.')
  if (!chromium) return
  await server.call('Admin', addFormOrigin, { body: { origin: official.origin } })
  const orderId = await server.takeIn(order)
  const user = JSON.stringify({ accessToken: await server.token('Team') })
  const browser = await startFillerBrowser(
    chromium,
    { product: server.url, forms: [official.origin] },
    { viewport: { width: 1440, height: 900 } },
  )
  try {
    const { context } = browser
    const page = await context.newPage()
    await page.goto(`${server.url}/`)
    await page.evaluate((stored) => localStorage.setItem('user', stored), user)
    await page.goto(`${server.url}/admin/filing/${encodeOrderId(orderId)}`)
    const button = page.getByRole('button', { name: 'Fill the form' })
    await expect(button).toBeVisible()

    await page.keyboard.press('Shift+F')
    await expect(page.getByText('No official page is open.')).toBeVisible()

    const form = await context.newPage()
    await form.goto(official.url)
    await form.bringToFront()
    await form.locator('[name=phone]').fill('0800')
    await page.bringToFront()
    await page.keyboard.press('Shift+F')
    await expect(page.getByText(/^Filled \d+, left 1$/)).toBeVisible()
    await expect(page.getByText('left by the filler, 1 of 1')).toBeVisible()
    await expect(page.getByTestId('current-value')).toHaveText('412000003')
    expect(await answersOf(form)).toMatchObject({
      full_name: 'THABO HARRINGTON',
      city: 'DENPASAR',
      phone: '0800',
    })
    expect(await form.locator('#sent').textContent()).toBe('0')

    const filledEvents = async () =>
      (await server.call('Admin', listAuditEvents, { query: {} })).data.filter(
        ({ action }) => action === 'form filled',
      )
    expect(await filledEvents()).toMatchObject([{ details: { origin: official.origin, traveller: 1 } }])

    await server.takeIn({ ...order, email: 'other@example.com' })
    await page.reload()
    await expect(button).toBeVisible()
    const question = page.getByRole('dialog', { name: 'Another open order' })
    await page.keyboard.press('Shift+F')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Back' }).click()
    await expect(question).toBeHidden()
    expect(await filledEvents()).toHaveLength(1)
    await page.keyboard.press('Shift+F')
    await question.getByRole('button', { name: 'Fill all the same' }).click()
    await expect.poll(async () => (await filledEvents()).length).toBe(2)
    await expect(question).toBeHidden()
    await expect(page.getByText(/^Filled \d+/)).toBeVisible()
    await page.keyboard.press('2')
    await page.keyboard.press('Shift+F')
    await expect.poll(async () => (await filledEvents()).length).toBe(3)
    await expect(question).toBeHidden()
  } finally {
    await browser.end()
  }
})
