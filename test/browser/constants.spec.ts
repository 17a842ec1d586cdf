import { expect, test } from './fixtures.ts'
import { heldToast } from './support/toasts.ts'

/** Spec §9. */
const TABLE_HEIGHT = 550
const SMALL_SCREEN = 767
const MODAL_TRANSITION_MS = 300
const BACKDROP_TRANSITION_MS = 150
const CHUNK_TIMEOUT_SECONDS = 120

const inSeconds = (ms: number) => `${ms / 1000}s`

test.use({ role: 'Admin', colorScheme: 'light', reducedMotion: 'no-preference' })

test('in a high window the table has 550 px and a sticky header (spec §9)', async ({ page, server }) => {
  for (let made = 0; made < 25; made++) await server.takeIn({})
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/recent-order?rows=25')
  const table = page.getByRole('grid')
  const head = page.getByRole('columnheader', { name: 'Order ID' })
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const frame = table.locator('xpath=..')
  expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(TABLE_HEIGHT)
  const headInFrame = async () =>
    Number((await head.boundingBox())?.y) - Number((await frame.boundingBox())?.y)
  const before = await headInFrame()
  await table.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('rowheader').last()).toBeInViewport()
  expect(await headInFrame()).toBe(before)
})

test('up to 767 px a queue is a list, from 768 px on a table', async ({ page, server }) => {
  await server.takeIn({})
  for (const [width, heads] of [
    [SMALL_SCREEN, 0],
    [SMALL_SCREEN + 1, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/recent-order')
    await expect(page.getByText('Unknown').or(page.getByText('New')).first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Order ID' })).toHaveCount(heads)
  }
})

test('a dialog opens in 300 ms, its backdrop in 150 ms, a toast at the top', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await page.goto('/admin/recent-order')
  await page.getByRole('button', { name: `Delete order ${orderId}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' })
  await expect(dialog).toHaveCSS('transition-duration', inSeconds(MODAL_TRANSITION_MS))
  await expect(page.locator('.mantine-Modal-overlay')).toHaveCSS(
    'transition-duration',
    inSeconds(BACKDROP_TRANSITION_MS),
  )
  await dialog.getByRole('button', { name: 'Yes' }).click()
  const toast = await heldToast(page, 'Order has been deleted successfully')
  await expect
    .poll(async () => {
      const box = await toast.boundingBox()
      const gap = { top: box?.y ?? 999, right: 1440 - ((box?.x ?? 0) + (box?.width ?? 0)) }
      return gap.top < 120 && gap.right >= 0 && gap.right < 40
    }, 'in the corner at the top-right')
    .toBe(true)
  const background = await toast.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(Math.min(...(background.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeGreaterThan(200)
})

test('a chunk not loaded in 120 seconds shows an error with Try again', async ({ page }) => {
  await page.clock.install()
  await page.goto('/admin/recent-order')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Orders')
  await page.route(/GatewayPage.*\.js/, () => {})
  await page.getByRole('link', { name: 'Gateway Setting' }).click()
  await page.clock.runFor(CHUNK_TIMEOUT_SECONDS * 1000 - 5000)
  const failure = page.getByRole('alert').filter({ hasText: 'The page could not be loaded' })
  await expect(failure).toHaveCount(0)
  await page.clock.runFor(10_000)
  await expect(failure).toBeVisible()
  await page.unroute(/GatewayPage.*\.js/)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change Gateway')
  await expect(page.getByRole('link', { name: 'Gateway Setting' })).toBeVisible()
})
