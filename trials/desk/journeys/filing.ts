import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { declarationWithGoods, declaration } from '../../../test/filler/declarations.ts'
import type { Desk } from '../journey.ts'
import type { Journey, JourneyTools } from '../run-desk.ts'
import { openQueue, startByKey, uploadByKeys } from './orders.ts'

const fieldCount = 40
/** Alt and Tab: the other window. */
const otherWindow = { key: 2, point: 0, home: 0, think: 0 }

let form: Page | undefined
/** Each round has travellers of its own: the same passport twice would be something to check. */
let nextTraveller = 100

export const fortyFieldsBySheet: Journey = {
  name: '40 fields of the official form, with the sheet alone',
  before: '163 s',
  aim: 65,
  async prepare({ page }, { server }) {
    const orderId = await server.takeIn(declaration(90))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    form = await page.context().newPage()
    const inputs = Array.from({ length: fieldCount }, (_, at) => `<input name="field${at}">`)
    // By an address, so that its keys are counted as well.
    await form.goto(`data:text/html,${encodeURIComponent(inputs.join(' '))}`)
    await form.locator('input').first().focus()
    await page.bringToFront()
    await page.goto(`/admin/filing/${encodeOrderId(orderId)}`)
    await page.getByTestId('current-value').waitFor()
  },
  async run({ page, press, elsewhere, waitFor }) {
    if (!form) throw new Error('the form is not open')
    for (let field = 0; field < fieldCount; field++) {
      const value = await currentValue(page).innerText()
      await press('c')
      // A hand takes longer to the other window than the value to the clipboard.
      await page.waitForFunction(async (copied) => (await navigator.clipboard.readText()) === copied, value)
      elsewhere(otherWindow)
      await form.bringToFront()
      await form.keyboard.press('Control+v')
      await form.keyboard.press('Tab')
      elsewhere(otherWindow)
      await page.bringToFront()
    }
    await waitFor(page.getByText(/ of \d+ copied/))
    const values = await form
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    const empty = values.filter((value) => value === '').length
    if (empty > 0) throw new Error(`${empty} fields stayed empty`)
  },
}

const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload and mail' })
const currentValue = (page: Page) => page.getByTestId('current-value')

async function openOfficialPage({ page }: Desk, { officialPage }: JourneyTools) {
  form = await page.context().newPage()
  await form.goto(officialPage.url)
  await page.bringToFront()
}

/** One key fills; one checks what it says, and looks at the form. */
async function fill({ page, press, think, waitFor }: Desk) {
  // The filler says that it is there a moment after the page is.
  await waitFor(page.getByRole('button', { name: 'Fill the form' }))
  await press('Shift+F')
  await waitFor(page.getByText(/^(\d+) of \1 copied$/))
  think()
}

async function requireFilled() {
  const answers: unknown = JSON.parse((await form?.locator('#answers').textContent()) ?? '{}')
  const filled = Object.values(answers ?? {}).filter((answer) => answer !== '').length
  if (filled < fieldCount) throw new Error(`${filled} fields are filled`)
}

export const fortyFieldsByFiller: Journey = {
  name: '40 fields of the official form, by the form filler',
  before: '163 s',
  aim: 10,
  hasFiller: true,
  async prepare(desk, tools) {
    const orderId = await tools.server.takeIn(declarationWithGoods(nextTraveller++))
    await openOfficialPage(desk, tools)
    await desk.page.goto(`/admin/filing/${encodeOrderId(orderId)}`)
    await desk.page.getByRole('button', { name: 'Fill the form' }).waitFor()
  },
  async run(desk) {
    desk.think()
    await fill(desk)
    desk.elsewhere(otherWindow)
    await requireFilled()
  },
}

const ordersInARow = 20

export const twentyOrders: Journey = {
  name: 'twenty orders in a row, from Start next to the mail, with the form filler',
  before: '61 min',
  aim: 360,
  hasFiller: true,
  async prepare(desk, tools) {
    for (let order = 0; order < ordersInARow; order++)
      await tools.server.takeIn(declarationWithGoods(nextTraveller++))
    await openOfficialPage(desk, tools)
    await openQueue(desk)
  },
  async run(desk, { approvedFile }) {
    const { page, press, elsewhere, waitFor } = desk
    if (!form) throw new Error('the form is not open')
    for (let order = 0; order < ordersInARow; order++) {
      await startByKey(desk)
      await press('f')
      await waitFor(currentValue(page))
      await fill(desk)
      elsewhere(otherWindow)
      await form.bringToFront()
      await form.getByRole('button', { name: 'Submit declaration' }).click()
      elsewhere(otherWindow)
      await page.bringToFront()
      await press('f')
      await waitFor(uploadButton(page))
      await uploadByKeys(desk, approvedFile)
    }
    const sent = await form.locator('#sent').textContent()
    if (sent !== String(ordersInARow)) throw new Error(`${sent} forms were sent`)
  },
}
