import type { Page } from '@playwright/test'

/** Clicks the first button of this name. */
export const click = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** Calls to this path of the API are refused from now on, as the server would with this code. */
export const refuseWith = (
  page: Page,
  path: string,
  status: number,
  refusal: { code: string; message?: string; data?: object },
) =>
  page.route(`**/api${path}`, (route) =>
    route.fulfill({ status, json: { status: 0, message: 'Confirm that it is you.', ...refusal } }),
  )

/** What calls to this path answer is changed from now on. */
export const changeAnswer = (page: Page, path: string, changes: object) =>
  page.route(`**/api${path}`, async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    await route.fulfill({ response, json: { ...(body as object), ...changes } })
  })

/** The page as it is where this path of the API does not answer. */
export const failing = (path: string) => async (page: Page) => {
  await refuseWith(page, path, 500, { code: 'internal', message: 'Something went wrong.' })
  await page.reload()
}
