import type { Page } from '@playwright/test'
import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Admin' })

const asOf = { at: '2026-03-10T16:03:04Z', secondsBehind: 3 }

/** Lists as a server answers them whose primary is away. */
const answerFromReplica = (page: Page) =>
  page.route('**/get-orders-list/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), asOf } })
  })

test('a list that was read from a replica says how old it is, until it is read from the primary again (product §10)', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 }).locator('..')
  await answerFromReplica(page)
  await page.goto('/admin/recent-order')
  await expect(heading).toContainText(/orders?, as of 11:03:04 EST, 3 s behind/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(heading).not.toContainText('as of')
})
