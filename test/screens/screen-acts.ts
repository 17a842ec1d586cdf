import type { Page } from '@playwright/test'

export const click = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

export const refuseWith = (
  page: Page,
  path: string,
  status: number,
  refusal: { code: string; message?: string; data?: object },
) =>
  page.route(`**/api${path}`, (route) =>
    route.fulfill({ status, json: { status: 0, message: 'Confirm that it is you.', ...refusal } }),
  )

export const changeAnswer = (page: Page, path: string, changes: object) =>
  page.route(`**/api${path}`, async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    await route.fulfill({ response, json: { ...(body as object), ...changes } })
  })

export const failing = (path: string) => async (page: Page) => {
  await refuseWith(page, path, 500, { code: 'internal', message: 'Something went wrong.' })
  await page.reload()
}
