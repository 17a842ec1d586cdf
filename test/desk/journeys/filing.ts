import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { declaration } from '../declarations.ts'
import type { Journey } from '../run-desk.ts'

const fieldCount = 40
/** Alt and Tab: the other window. */
const otherWindow = { key: 2, point: 0, home: 0, think: 0 }

let form: Page | undefined

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
      await press('c')
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
