import type { Page } from '@playwright/test'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'

const figure = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'What is open' }).getByRole('link', { name: label })

async function takeInLate(server: TestServer, hours: number): Promise<number> {
  const orderId = await server.takeIn({})
  await server.query(`update orders set due_at = now() - make_interval(hours => $2) where order_id = $1`, [
    orderId,
    hours,
  ])
  return orderId
}

async function takeInArrival(server: TestServer, name: string): Promise<number> {
  const orderId = await server.takeIn({
    arrival_full_name: name,
    arrival_flight_number: 'QF 43',
    arrival_doa: addDays(jakartaToday(new Date()), 20),
  })
  await server.query(
    `update orders set travel_date = $2, window_opens_on = null, processing_mode = 'standard',
       due_at = now() + interval '20 hours' where order_id = $1`,
    [orderId, jakartaToday(new Date())],
  )
  return orderId
}

test.describe('a Manager', () => {
  test.use({ role: 'Manager' })

  test("sees a quiet shift, then opens each figure's list and returns", async ({ page, server }) => {
    await page.goto('/admin/recent-order')
    // Keys work once the page is drawn.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page.getByRole('heading', { level: 1, name: 'Shift desk' })).toBeVisible()
    await expect(page.getByText(/^A quiet shift/)).toBeVisible()
    await expect(page.getByText(/ Jakarta · .* EST$/)).toBeVisible()
    await expectAccessibleInTrial(page)

    await takeInLate(server, 3)
    await takeInLate(server, 5)
    const arrival = await takeInArrival(server, 'Maria Arrival')
    // The stream announces the intake only, not the later column changes.
    await page.keyboard.press('r')
    await expect(figure(page, 'Late')).toContainText('2')
    await expect(figure(page, 'Late')).toContainText('oldest by 5 h')
    const row = page.getByRole('row').filter({ hasText: 'Maria Arrival' })
    for (const text of ['QF 43', String(arrival), 'travels today', 'nobody'])
      await expect(row).toContainText(text)
    await expectAccessibleInTrial(page)

    await figure(page, 'Late').press('Enter')
    await expect(page).toHaveURL('/admin/open-orders?urgency=late&sort=due_at&order=asc')
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.goBack()
    await expect(figure(page, 'Late')).toContainText('2')
    await row.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Maria Arrival')
    await page
      .getByRole('link', { name: /Shift desk/ })
      .first()
      .click()
    await expect(page).toHaveURL('/admin/shift')
  })
})

test.describe('a Team member', () => {
  test.use({ role: 'Team' })

  test("sees no members' figures, and Retry after a failed call", async ({ page, server }) => {
    const orderId = await takeInLate(server, 40)
    // Changes refresh the page, so calls fail until the button is pressed.
    await page.addInitScript(() =>
      addEventListener('click', () => document.documentElement.setAttribute('data-clicked', ''), true),
    )
    await page.route('**/api/admin/shift-desk', async (route) =>
      (await page.locator('html[data-clicked]').count()) === 0
        ? route.fulfill({ status: 500, json: {} })
        : route.continue(),
    )
    await page.goto('/admin/shift')
    await expect(page.getByText('The shift desk could not be loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(figure(page, 'Late')).toContainText('oldest by 40 h')
    await expect(page.getByRole('heading', { name: 'Members' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Promises kept' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessibleInTrial(page)
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
  })
})
