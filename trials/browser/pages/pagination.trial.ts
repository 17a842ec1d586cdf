import type { Page } from '@playwright/test'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'

/** Spec §9. */
const pageSizes = ['10', '25', '50', '100', '500', 'All']

const orderTotal = 75
const rows = (page: Page) => page.getByRole('rowheader')
const pagination = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const clickPage = (page: Page, button: string) =>
  pagination(page).getByRole('button', { name: button, exact: true }).click()

/** Creates orders with the name; returns their ids, newest first. */
async function createOrders(server: TestServer, name: string, count: number): Promise<number[]> {
  const made: number[] = []
  while (made.length < count) made.push(await server.takeIn({ arrival_full_name: `${name} ${made.length}` }))
  return made.toReversed()
}

test.describe('My Orders of a member with 75 (spec §2)', () => {
  test.use({ role: 'Team' })

  test('pagination offers first, last and neighbouring pages, and the pages contain every row', async ({
    page,
    server,
  }) => {
    const ids = await createOrders(server, 'Paged', orderTotal)
    await server.assign('Team', ids)
    await page.goto('/admin/my-order')
    await expect(page.getByText('1–10 of 75')).toBeVisible()

    await test.step('Rows: offers six sizes, ten at first', async () => {
      await expect(page.getByLabel('Rows:').getByRole('option')).toHaveText(pageSizes)
      await expect(page.getByLabel('Rows:')).toHaveValue('10')
    })

    await test.step('next, page by page', async () => {
      await expect(pagination(page).getByRole('button', { name: 'Previous page' })).toBeDisabled()
      for (let first = 0; first < orderTotal; first += 10) {
        const expected = ids.slice(first, first + 10)
        await expect(rows(page)).toHaveText(expected.map(String))
        if (first + 10 < orderTotal) await clickPage(page, 'Next page')
      }
      await expect(pagination(page).getByRole('button', { name: 'Next page' })).toBeDisabled()
      await expect(page.getByText('71–75 of 75')).toBeVisible()
    })

    await test.step('with an ellipsis on one side or both', async () => {
      await expect(pagination(page)).toHaveText('1…678')
      await clickPage(page, 'Page 6')
      await expect(pagination(page)).toHaveText('1…5678')
      await clickPage(page, 'Previous page')
      await expect(pagination(page)).toHaveText('1…456…8')
      await expect(rows(page)).toHaveText(ids.slice(40, 50).map(String))
      await clickPage(page, 'Page 1')
      await expect(pagination(page)).toHaveText('123…8')
      await expect(rows(page)).toHaveText(ids.slice(0, 10).map(String))
    })

    await test.step('All sets the limit to the total', async () => {
      const asked = page.waitForRequest(
        (request) => new URL(request.url()).searchParams.get('limit') === '75',
      )
      await page.getByLabel('Rows:').selectOption('All')
      await asked
      await expect(page.getByText('1–75 of 75')).toBeVisible()
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(orderTotal + 1))
      await expect(pagination(page)).toHaveText('1')
      await page.getByRole('grid').focus()
      await page.keyboard.press('End')
      await expect(rows(page).last()).toHaveText(String(ids.at(-1)))
    })
  })
})

test.describe('a search (spec §5, §9)', () => {
  test.use({ role: 'Telecaller' })

  test('Back from an order restores page, search and page size', async ({ page, server }) => {
    const ids = (await createOrders(server, 'Returning', 30)).slice(25)
    await page.goto('/admin/recent-order')
    await page.getByLabel('Rows:').selectOption('25')
    await page.getByRole('searchbox').fill('RETURNING')
    await expect(page.getByText('30 orders found')).toBeVisible()
    await clickPage(page, 'Page 2')
    await expect(rows(page)).toHaveText(ids.map(String))
    const address = page.url()

    for (const back of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Back to New Orders' }).click(),
    ]) {
      await page.getByRole('link', { name: `View order ${ids[3]}` }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(String(ids[3]))
      await back()
      await expect(page).toHaveURL(address)
      await expect(rows(page)).toHaveText(ids.map(String))
      await expect(page.getByRole('searchbox')).toHaveValue('RETURNING')
      await expect(page.getByLabel('Rows:')).toHaveValue('25')
      await expect(page.getByText('26–30 of 30')).toBeVisible()
    }
  })
})
