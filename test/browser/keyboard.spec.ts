import { expect, people, password, test } from './fixtures.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { historyPanel } from './support/histories.ts'
import { withoutReading } from './support/without-reading.ts'

test.use({ reducedMotion: 'no-preference' })

test('an order is completed by keyboard only', async ({ page, server }) => {
  test.slow()
  const ids: number[] = []
  for (const name of ['Keyboard One', 'Keyboard Two', 'Keyboard Three'])
    ids.push(await server.takeIn({ arrival_full_name: name }))
  const [first = 0, second = 0, third = 0] = ids
  const { keyboard } = page
  const focused = page.locator('*:focus')
  const dialog = page.getByRole('dialog')
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const tabTo = async (name: string) => {
    const wanted = page.getByRole('button', { name, exact: true }).or(page.getByLabel(name, { exact: true }))
    for (let steps = 0; steps < 60; steps++) {
      if (await wanted.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab does not come to ${name}`)
  }

  await withoutReading(page)
  await test.step('sign in', async () => {
    await page.goto('/')
    await expect(page.getByLabel('Email ID')).toBeFocused()
    await keyboard.type(people.Team.email)
    await press('Tab')
    await keyboard.type(password)
    await press('Enter')
    await expect(page).toHaveURL('/admin')
  })

  await test.step('/ searches', async () => {
    await expect(page.getByRole('grid')).toBeVisible()
    await press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await keyboard.type('keyboard t')
    await press('Enter')
    await expect(page.getByRole('rowheader')).toHaveText([third, second].map(String))
  })

  await test.step('j, k and the arrows move the row; a and Yes assign it', async () => {
    await tabTo('New Orders')
    const current = () => page.getByRole('grid').getAttribute('aria-activedescendant')
    await press('j', 'j')
    const last = await current()
    await press('k')
    expect(await current()).not.toBe(last)
    await press('ArrowDown')
    expect(await current()).toBe(last)
    await press('a')
    await expect(dialog).toContainText('Are you sure want to assigned orders.')
    await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
    await press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('grid')).toBeFocused()
    await press('a')
    await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
    await press('Tab')
    await expect(dialog.getByRole('button', { name: 'Yes' })).toBeFocused()
    await press('Enter')
    await expect(page.getByText(`${second} is yours.`)).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveText([String(third)])
    await expect(page.getByRole('grid')).toBeFocused()
  })

  await test.step('My Orders, and Enter views the row', async () => {
    await page.getByRole('link', { name: /^My Orders/ }).focus()
    await press('Enter')
    await expect(page).toHaveURL('/admin/my-order')
    await expect(page.getByRole('rowheader')).toHaveText([String(second)])
    // Escape still belongs to a dialog that fades away.
    await expect(page.locator('[role="dialog"]')).toHaveCount(0)
    await page.getByRole('grid').focus()
    await press('ArrowDown', 'Space')
    await expect(page.getByRole('group', { name: 'Chosen orders' })).toContainText('1 chosen')
    await press('Escape')
    await expect(page.getByRole('group', { name: 'Chosen orders' })).toBeHidden()
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${second} Keyboard Two`)
  })

  await test.step('a dialog opens by key; Escape closes it and returns the focus to its opener', async () => {
    await tabTo('View Email Content')
    await press('Enter')
    await expect(dialog).toBeVisible()
    await press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'View Email Content' })).toBeFocused()
  })

  await test.step('Escape also closes a dialog that has not taken the focus yet', async () => {
    await page.evaluate(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('[role="dialog"]')) return
        observer.disconnect()
        document.body.dataset['escaped'] = 'true'
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      }).observe(document.body, { childList: true, subtree: true })
    })
    await press('Enter')
    await expect(page.locator('body')).toHaveAttribute('data-escaped', 'true')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'View Email Content' })).toBeFocused()
  })

  await test.step('the document is chosen and uploaded', async () => {
    await tabTo('Document')
    await focused.setInputFiles({ name: 'approved.pdf', mimeType: 'application/pdf', buffer: await aPdf() })
    await tabTo('Upload and mail')
    await press('Enter')
    await expect(page.getByText('The order is Completed.')).toBeVisible()
  })

  await test.step('Ctrl + Enter saves a comment', async () => {
    await tabTo('Remark')
    await keyboard.type('Approved and sent.')
    await tabTo('WhatsApp')
    await press('Space', 'Shift+Tab', 'Control+Enter')
    const comments = historyPanel(page, 'All')
    await expect(comments).toContainText('Approved and sent.')
    await expect(comments).toContainText('WhatsApp')
  })

  await test.step('a move by key keeps the focus on the moves', async () => {
    await page.getByRole('button', { name: 'Move to Customer Called' }).focus()
    await press('Enter')
    await expect(page.getByRole('group', { name: 'Status' })).toBeFocused()
    await tabTo('Move to Completed Orders')
  })

  await test.step('back to the queue and signing out', async () => {
    await page.getByRole('link', { name: 'Back to My Orders' }).focus()
    await press('Enter')
    await expect(page).toHaveURL('/admin/my-order')
    await expect(page.getByText('No data available in table')).toBeVisible()
    await page.getByRole('button', { name: `Welcome ${people.Team.name}` }).focus()
    await press('Enter')
    // The menu takes the focus once it has opened; earlier keys are lost.
    const logout = page.getByRole('menuitem', { name: 'Logout' })
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(async () => {
      await press('ArrowUp')
      await expect(logout).toBeFocused({ timeout: 500 })
    }).toPass()
    await press('Enter')
    await expect(page).toHaveURL('/')
  })
  const [state] = await server.query(
    'select process_status, (select count(*)::int from documents where order_id = $1) as documents from orders where order_id = $1',
    [second],
  )
  expect(state).toEqual({ process_status: 'Customer Called', documents: 1 })
  expect(first).toBeGreaterThan(0)
})
