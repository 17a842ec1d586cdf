import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aMail, aMailWithFiles } from '../support/webhooks.ts'
import { aPdf, anImage } from '../support/document-fixtures.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import { markup } from './support/hostile-input.ts'
import { historyPanel, openHistory } from './support/histories.ts'
import { heldToast, toast } from './support/toasts.ts'

const orderUrl = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const messagesSection = (page: Page) => historyPanel(page, 'Messages')
const entries = (page: Page) => messagesSection(page).getByRole('list').first().locator('> li')
const replyLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Queues and settings' }).getByRole('link', { name: /^Replies/ })
const handledButton = (page: Page) => messagesSection(page).getByRole('button', { name: 'Mark as handled' })

const sizes = [
  { width: 1440, height: 900 },
  { width: 990, height: 900 },
  { width: 390, height: 844 },
]

const reply = (id: string, text: string, headers: Record<string, string> = {}) =>
  aMail(
    {
      From: 'Haruto Sato <buyer@example.com>',
      Subject: 'Re: Your customs declaration',
      'Message-ID': `<${id}@example.com>`,
      'Content-Type': 'text/plain; charset=utf-8',
      ...headers,
    },
    text,
  )

test.use({ role: 'Telecaller' })

test('a reply shows in queue, sidebar and Replies, and Back returns there', async ({ page, server }) => {
  await page.goto('/admin/replies')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replies')
  await expect(page.getByText('No record found')).toBeVisible()
  const orderId = await server.takeIn({ arrival_full_name: 'Haruto Satō' })
  await server.receiveMail(orderId, reply('one', 'The camera is mine.'))

  await page.goto('/admin/recent-order')
  const row = page.getByRole('row').filter({ hasText: String(orderId) })
  await expect(row).toContainText('Haruto Satō')
  await expect(row.getByText('Reply', { exact: true })).toBeVisible()
  expect((await row.boundingBox())?.height).toBe(36)
  await server.receiveMail(orderId, reply('two', 'And the scarves too.'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row.getByText('Reply 2', { exact: true })).toBeVisible()
  await expect(replyLink(page)).toHaveText(/^Replies ?2$/)

  await replyLink(page).click()
  await expect(page).toHaveURL('/admin/replies')
  const newest = page.getByRole('row').nth(1)
  for (const text of [String(orderId), 'Haruto Satō', 'Haruto Sato', 'Re: Your customs declaration', 'New'])
    await expect(newest).toContainText(text)
  await newest.getByRole('link', { name: `View order ${orderId}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
  await expect(replyLink(page)).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Back to Replies' }).click()
  await expect(page).toHaveURL('/admin/replies')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/recent-order')
  const entry = page.getByRole('listitem').filter({ hasText: String(orderId) })
  await expect(entry.getByText('Reply 2', { exact: true })).toBeVisible()
})

test('automatic mails stand in a list of their own; a key settles one, and z opens it again', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Haruto Satō' })
  await server.receiveMail(orderId, reply('away', 'I am away.', { 'Auto-Submitted': 'auto-replied' }))
  await page.goto('/admin/replies')
  await page.getByText(/^Automatic \d+$/).click()
  await expect(page).toHaveURL('/admin/replies?list=automatic')
  const row = page.getByRole('row').filter({ hasText: String(orderId) })
  await expect(row).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.getByRole('grid').focus()
  for (const key of ['ArrowDown', 'x']) await page.keyboard.press(key)
  await heldToast(page, 'The mail needs nothing more.')
  await expect(row).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(row).toBeVisible()
})

test('the thread shows senders and plain text, with quoted text collapsed', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await server.receiveMail(
    orderId,
    reply(
      'quoting',
      `مرحبا ${markup}\n\nOn 2 Nov 2026 at 09:00, Pabean wrote:\n> Which camera?\n> And when?`,
    ),
  )
  await server.receiveMail(
    orderId,
    reply('stranger', 'W'.repeat(5000), { From: 'Bea Cukai <office@customs.example>', Subject: markup }),
    { from: 'office@customs.example', spf: 'fail' },
  )
  await server.receiveMail(orderId, reply('vacation', 'I am away.', { 'Auto-Submitted': 'auto-replied' }))
  await page.goto(orderUrl(orderId))

  const [vacation, stranger, quoting] = [entries(page).nth(0), entries(page).nth(1), entries(page).nth(2)]
  await expect(entries(page)).toHaveCount(3)
  await expect(vacation).toContainText('Automatic reply')
  await expect(vacation.getByText('Reply', { exact: true })).toHaveCount(0)
  await expect(stranger).toContainText('Bea Cukai')
  await expect(stranger).toContainText('office@customs.example')
  await expect(stranger).toContainText('not the customer’s address')
  await expect(stranger).toContainText('sender not verified')
  await expect(stranger).toContainText(markup)
  await stranger.getByRole('button', { name: 'Show whole message' }).click()
  await expect(stranger).toContainText('W'.repeat(5000))
  await expect(quoting).not.toContainText('not the customer’s address')
  await expect(quoting).toContainText(markup)
  await expect(quoting).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
  await expect(quoting).not.toContainText('Which camera?')
  const fold = quoting.getByRole('button', { name: 'Show quoted text (3 lines)' })
  await fold.click()
  await expect(quoting).toContainText('> And when?')
  await quoting.getByRole('button', { name: 'Hide quoted text' }).click()
  await expect(quoting).not.toContainText('> And when?')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    await expectAccessibleInTrial(page)
  }
})

test('a mail opens as it came: as a page without scripts and requests, and as its source', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  const logo = await anImage('png')
  const html = `<h1>My passport</h1><p style="color: teal">See <b>below</b></p><img src="cid:l"><img src="/stolen.gif">
    <script>parent.hacked = 1</script><meta http-equiv="refresh" content="0;url=/stolen"><a href="/stolen">Link</a>`
  const part = {
    name: 'logo.png',
    type: 'image/png',
    bytes: logo,
    headers: 'Content-ID: <l>\nContent-Disposition: inline',
  }
  const files = [
    { name: 'body', type: 'text/html', bytes: Buffer.from(html), headers: 'Content-Disposition: inline' },
    part,
  ]
  const photos = Array.from({ length: 101 }, (_, at) => ({
    name: `photo ${at}.txt`,
    type: 'text/plain',
    bytes: Buffer.from(`${at}`),
  }))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const headers = { From: 'Haruto <buyer@example.com>', Subject: 'My passport' }
  await server.receiveMail(orderId, aMailWithFiles(headers, '', files))
  await server.receiveMail(orderId, aMailWithFiles(headers, 'My photos', photos))
  await page.goto(orderUrl(orderId))
  await expect(entries(page).first()).toContainText('left out: photo 100.txt')
  const message = entries(page).nth(1)
  await message.getByText('Small pictures (1)').click()
  await expect(message.getByRole('link', { name: 'Open logo.png' })).toBeVisible()

  await message.getByRole('button', { name: 'Original' }).click()
  const dialog = page.getByRole('dialog', { name: 'Original' })
  const shown = dialog.frameLocator('iframe')
  await expect(shown.getByRole('heading', { name: 'My passport' })).toBeVisible()
  await expect(shown.locator('img').first()).toHaveJSProperty('naturalWidth', 8)
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    await expectAccessibleInTrial(page)
  }
  await dialog.getByText('Source', { exact: true }).click()
  await expect(shown.getByText('Subject: My passport')).toBeVisible()
  expect(requested.filter((url) => url.includes('stolen'))).toEqual([])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('Mark as handled closes the reply once, and Undo reopens it', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await server.receiveMail(orderId, reply('handled', 'Thank you.'))
  await page.goto(orderUrl(orderId))
  const head = page.getByRole('link', { name: 'Reply', exact: true })
  await expect(head).toBeVisible()
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().endsWith('/handle-messages'))))
  await handledButton(page).dblclick()
  const done = await heldToast(page, 'Replies have been marked as handled.')
  await expect(entries(page).first()).toContainText(`Handled by ${people.Telecaller.name}`)
  await expect(handledButton(page)).toHaveCount(0)
  await expect(head).toHaveCount(0)
  expect(calls).toBe(1)

  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Reply is open again.')).toBeVisible()
  await expect(handledButton(page)).toBeVisible()
  await expect(head).toBeVisible()
})

test('an answer is drafted, mailed once, and handles replies (product §11)', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await server.receiveMail(orderId, reply('question', 'What is missing?'))
  await page.goto('/admin/recent-order')
  await page.getByRole('link', { name: `View order ${orderId}` }).click()
  const answer = messagesSection(page).getByRole('textbox', { name: 'Answer' })
  await messagesSection(page).getByRole('button', { name: 'Send answer' }).click()
  await expect(answer).toHaveAccessibleDescription('Please enter your answer.')

  await answer.fill('The receipt of the camera.')
  await page.getByRole('link', { name: 'Back to New Orders' }).click()
  await page.getByRole('link', { name: `View order ${orderId}` }).click()
  await expect(answer).toHaveValue('The receipt of the camera.')
  await messagesSection(page).getByText('Sendgrid', { exact: true }).click()
  await answer.press('Control+Enter')
  await answer.press('Control+Enter')
  await expect(toast(page, 'The answer is kept here, not sent.')).toBeVisible()
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).first()).toContainText(people.Telecaller.name)
  await expect(entries(page).first()).toContainText('The receipt of the camera.')
  await expect(entries(page).first()).toContainText('Kept here, not sent')
  await expect(answer).toHaveValue('')
  await expect(handledButton(page)).toHaveCount(0)
  await expect.poll(async () => (await server.mails(orderId)).map(({ text }) => text)).toHaveLength(1)
  const [mail] = await server.mails(orderId)
  expect(mail?.from?.text).toContain(`${orderId}@mail.pabean.example`)
  expect(mail?.text).toContain('The receipt of the camera.')
  const sent = await server.query('select provider from mails where order_id = $1', [orderId])
  expect(sent).toEqual([{ provider: 'Sendgrid' }])
})

test('a PDF of a reply becomes the document once; other files only open', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await server.receiveMail(
    orderId,
    aMailWithFiles(
      {
        From: 'buyer@example.com',
        Subject: 'Approved',
        'Message-ID': '<files@example.com>',
      },
      'Here it is.',
      [
        { name: 'approved.pdf', type: 'application/pdf', bytes: await aPdf() },
        { name: 'wrong.pdf', type: 'application/pdf', bytes: Buffer.from('no PDF at all') },
        { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('notes') },
      ],
    ),
    { spf: 'fail' },
  )
  await page.goto(orderUrl(orderId))
  const files = messagesSection(page).getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(files).toHaveCount(3)
  await expect(files.nth(0)).toContainText(/PDF · \d+ kB/)
  await expect(files.nth(2)).toContainText('Text · 1 kB')
  await expect(files.nth(2).getByRole('button')).toHaveCount(0)
  const opened = page.context().waitForEvent('page')
  await files.nth(2).getByRole('link', { name: 'Show the text of notes.txt' }).click()
  expect((await opened).url()).toMatch(/\/api\/admin\/message-file\/\d+\?as=text$/)
  await expect(files.nth(0).getByRole('link', { name: 'Open approved.pdf' })).toHaveAttribute(
    'href',
    /\/api\/admin\/message-file\/\d+\?as=file$/,
  )
  await page.bringToFront()

  const dialog = page.getByRole('dialog', { name: 'Use as approved document' })
  const wrong = page.getByRole('button', { name: 'Use wrong.pdf as approved document' })
  const confirmation = dialog.getByRole('checkbox', { name: 'I know that the sender’s checks failed' })
  await wrong.click()
  await confirmation.check()
  await dialog.getByRole('button', { name: 'Use and mail' }).click()
  await expect(page.getByRole('alert')).toContainText('The file must be a PDF, JPEG, PNG or WebP document.')
  await expect(wrong).toHaveAttribute('aria-disabled', 'false')

  await page.getByRole('button', { name: 'Use approved.pdf as approved document' }).click()
  for (const text of ['approved.pdf', 'buyer@example.com', 'The sender is not verified'])
    await expect(dialog).toContainText(text)
  await expect(confirmation).toBeFocused()
  await expect(confirmation).not.toBeChecked()
  await expectAccessibleInTrial(page)
  await dialog.getByRole('button', { name: 'Show the file' }).click()
  await expect(dialog.getByTitle('Preview of approved.pdf')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use and mail' })).toHaveAttribute('aria-disabled', 'true')
  await confirmation.check()
  await dialog.getByRole('button', { name: 'Use and mail' }).dblclick()
  await expect(toast(page, 'The order is Completed.')).toBeVisible()
  await expect(files.nth(0)).toContainText('In use')
  await expect(handledButton(page)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Documents' }).getByRole('link')).toHaveText(['approved.pdf'])
  await expect(page.getByRole('button', { name: 'Move to Completed Orders' })).toHaveCount(0)
  await expect.poll(async () => (await server.mails(orderId)).length).toBe(1)
})

test('a member can write first, also on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const orderId = await server.takeIn({})
  await page.goto(orderUrl(orderId))
  const jump = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'History' })
  await jump.click()
  await expect(jump).toHaveAttribute('aria-current', 'true')
  await openHistory(page, 'Messages')
  await expect(page).toHaveURL(/#messages$/)
  await expect(messagesSection(page)).toContainText('No record found')
  const answer = messagesSection(page).getByRole('textbox', { name: 'Answer' })
  await answer.fill('Please send the receipt.')
  await messagesSection(page).getByRole('button', { name: 'Send answer' }).dblclick()
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).first()).toContainText('to buyer@example.com')
  await expect(messagesSection(page).getByText('Please enter your answer.')).toHaveCount(0)
  await expect.poll(async () => (await server.mails(orderId)).length).toBe(1)
})
