import type { Page } from '@playwright/test'
import { roles } from '#contract/rules/roles.ts'
import { expect, people, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'
import { withoutStream } from './support/without-stream.ts'
import { heldToast, toast } from './support/toasts.ts'

/** Spec §2, Confirm dialogs, and §8, success toasts. */
const actions = [
  {
    queue: 'New Orders',
    button: 'Assign to me',
    question: 'Are you sure want to assigned orders.',
    toast: 'Order has been assigned successfully',
    after: { process_status: 'New', assigned: people.Admin.name },
  },
  {
    queue: 'New Orders',
    button: 'Delete Order',
    question: 'Are you sure you want to delete?',
    toast: 'Order has been deleted successfully',
    after: { process_status: 'Deleted', assigned: null },
  },
  {
    queue: 'My Orders',
    button: 'Move to Original Folder',
    question: 'Are you sure want to move orders to new orders.',
    toast: 'Order has been moved successfully',
    after: { process_status: 'New', assigned: null },
  },
] as const

const TOAST_LIFE_MS = 5000

const openQueue = (page: Page, queue: string) =>
  page.getByRole('link', { name: new RegExp(`^${queue} [\\d,]+$`) }).click()
const selectOrder = (page: Page, orderId: number) =>
  page.getByRole('checkbox', { name: `Select order ${orderId}` }).check()
const row = (page: Page, orderId: number) => page.getByRole('rowheader', { name: String(orderId) })
const queueLink = (page: Page, queue: string) =>
  page.getByRole('link', { name: new RegExp(`^${queue} [\\d,]+$`) })

async function loadOrderState(server: TestServer, orderId: number) {
  const [found] = await server.query(
    `select process_status, members.name as assigned from orders left join members on members.id = assignee_id
      where order_id = $1`,
    [orderId],
  )
  return found
}

test.describe('an Admin (spec §2, §9)', () => {
  test.use({ role: 'Admin' })

  test('each action confirms as specified, acts on Yes, and can be undone', async ({ page, server }) => {
    await page.goto('/admin/order-history')
    for (const [index, { queue, button, question, toast: words, after }] of actions.entries())
      await test.step(`${button} in ${queue}`, async () => {
        const orderId = await server.takeIn({})
        if (queue === 'My Orders') await server.assign('Admin', orderId)
        const before = await loadOrderState(server, orderId)
        await openQueue(page, queue)
        await page.getByRole('button', { name: 'Refresh' }).click()
        await selectOrder(page, orderId)
        const count = await queueLink(page, queue).textContent()
        const opener = page.getByRole('button', { name: button, exact: true })
        const dialog = page.getByRole('dialog', { name: question, exact: true })

        const refusals = [
          () => page.keyboard.press('Escape'),
          () => page.keyboard.press('Enter'),
          () => dialog.getByRole('button', { name: 'No' }).click(),
        ]
        // The first action tries each way of refusing, the others one.
        for (const refuse of index === 0 ? refusals : refusals.slice(0, 1)) {
          await opener.click()
          await expect(dialog.getByRole('button')).toHaveText(['No', 'Yes'])
          await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
          await refuse()
          await expect(dialog).toBeHidden()
          await expect(opener).toBeFocused()
          expect(await loadOrderState(server, orderId)).toEqual(before)
        }

        await opener.click()
        await dialog.getByRole('button', { name: 'Yes' }).click()
        const done = await heldToast(page, words)
        await expect(row(page, orderId)).toBeHidden()
        await expect(queueLink(page, queue)).not.toHaveText(String(count))
        expect(await loadOrderState(server, orderId)).toEqual(after)

        await done.getByRole('button', { name: 'Undo' }).click()
        await expect(toast(page, 'Undone.')).toBeVisible()
        await expect(row(page, orderId)).toBeVisible()
        await expect(queueLink(page, queue)).toHaveText(String(count))
        expect(await loadOrderState(server, orderId)).toEqual(before)
      })
  })

  test('an undone order returns to its place in an unchanged, reopened list', async ({ page, server }) => {
    const [, newest] = [await server.takeIn({}), await server.takeIn({})]
    await page.goto('/admin/recent-order')
    await expect(row(page, newest)).toBeVisible()
    await openQueue(page, 'Order History')
    await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
    const fetched = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/get-orders-list/newOrder?'),
    )
    // A list is not read again within five seconds; the clock passes them.
    await page.clock.setSystemTime(Date.now() + 60_000)
    await page.goBack()
    await fetched
    await selectOrder(page, newest)
    await page.getByRole('button', { name: 'Delete Order', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    const deleted = await heldToast(page, 'Order has been deleted successfully')
    await expect(row(page, newest)).toBeHidden()
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone.')).toBeVisible()
    await expect(row(page, newest)).toBeVisible()
  })

  test('Delete in a row deletes that row only, after confirmation (spec §4)', async ({ page, server }) => {
    const [first, second] = [await server.takeIn({}), await server.takeIn({})]
    await page.goto('/admin/recent-order')
    await selectOrder(page, second)
    await page.getByRole('button', { name: `Delete order ${first}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?', exact: true })
    await expect(dialog).toContainText(`Deleted Orders: ${first}.`)
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page, 'Order has been deleted successfully')).toBeVisible()
    expect(await loadOrderState(server, first)).toMatchObject({ process_status: 'Deleted' })
    expect(await loadOrderState(server, second)).toMatchObject({ process_status: 'New' })
  })
})

test.describe('with transitions', () => {
  test.use({ role: 'Admin', reducedMotion: 'no-preference' })

  test('a toast closes 5000 ms after the pointer leaves it', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await page.clock.install()
    await page.goto('/admin/recent-order')
    await selectOrder(page, orderId)
    await page.getByRole('button', { name: 'Delete Order', exact: true }).click()
    const shown = toast(page, 'Order has been deleted successfully')
    const opacity = () =>
      shown.evaluate(async (element) => {
        await Promise.allSettled(element.getAnimations().map((it) => it.finished))
        return getComputedStyle(element).opacity
      })
    // React runs the effect that notices the pointer within some frames; animations keep real time.
    const waitForEffects = () => shown.evaluate((element) => element.animate([], 500).finished.then(() => {}))
    const yes = page.getByRole('button', { name: 'Yes' })
    await expect(yes).toBeVisible()
    // The clock is moved by hand from here, so that a slow machine does not close the toast.
    await page.clock.pauseAt(Date.now() + 60_000)
    await yes.click()
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return shown.isVisible()
      })
      .toBe(true)
    // The toast slides in and would leave a pointer placed too early.
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return opacity()
      })
      .toBe('1')
    await shown.hover()
    await waitForEffects()
    expect(await shown.evaluate((element) => element.matches(':hover'))).toBe(true)
    await page.clock.runFor(2 * TOAST_LIFE_MS)
    expect(await opacity()).toBe('1')
    await page.mouse.move(0, 0)
    await waitForEffects()
    await page.clock.runFor(TOAST_LIFE_MS - 1)
    expect(await opacity()).toBe('1')
    await page.clock.runFor(1)
    await expect.poll(opacity).toBe('0')
    await page.clock.resume()
    await expect(shown).toBeHidden()
  })
})

test.describe("after another member's change", () => {
  test.use({ role: 'Team' })
  test.beforeEach(({ page }) => withoutStream(page))

  test('the toast counts skipped orders with the reason (product §3, §9)', async ({ page, server }) => {
    const [mine, theirs] = [await server.takeIn({}), await server.takeIn({})]
    await page.goto('/admin/recent-order')
    await selectOrder(page, mine)
    await selectOrder(page, theirs)
    await server.assign('Manager', theirs)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    const shown = await heldToast(page, 'Order has been assigned successfully')
    await expect(shown).toContainText(`1 assigned; 1 skipped: ${theirs} is with ${people.Manager.name}.`)
    expect(await loadOrderState(server, mine)).toMatchObject({ assigned: people.Team.name })
    expect(await loadOrderState(server, theirs)).toMatchObject({ assigned: people.Manager.name })
    await shown.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, mine)).toBeVisible()
    await expect(row(page, theirs)).toBeHidden()
    expect(await loadOrderState(server, theirs)).toMatchObject({ assigned: people.Manager.name })
  })

  test('a refused claim names the assignee and refreshes the list (spec §8)', async ({ page, server }) => {
    const orderId = await server.takeIn({})
    await page.goto('/admin/recent-order')
    await selectOrder(page, orderId)
    await server.assign('Manager', orderId)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    const message = `Order ${orderId} is with ${people.Manager.name}.`
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(row(page, orderId)).toBeHidden()
  })
})

test.describe('with a keyboard', () => {
  test.use({ role: 'Team' })

  test('Shift selects a range, and the header checkbox all rows of the page', async ({ page, server }) => {
    const ids: number[] = []
    for (const _ of roles) ids.unshift(await server.takeIn({}))
    await page.goto('/admin/recent-order')
    const [first = 0, , third = 0] = ids
    await selectOrder(page, first)
    await page.getByRole('checkbox', { name: `Select order ${third}` }).click({ modifiers: ['Shift'] })
    await expect(page.getByRole('group', { name: 'Chosen orders' })).toContainText('3 chosen')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('group', { name: 'Chosen orders' })).toBeHidden()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    const rows = await page.getByRole('rowheader').count()
    await expect(page.getByRole('group', { name: 'Chosen orders' })).toContainText(`${rows} chosen`)
  })
})
