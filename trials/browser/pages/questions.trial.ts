import type { Browser, Page } from '@playwright/test'
import { getOrder } from '#contract/order-details.ts'
import { askCustomer } from '#contract/questions.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { anImage } from '../../../test/support/document-fixtures.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test, people } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'

const email = 'tuyet@example.com'

const takeIn = (server: TestServer, more: object = {}) =>
  server.takeIn({
    email,
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_nationality: 'VNM',
    arrival_passport_number: 'C488I027',
    arrival_flight_number: 'VN 64I',
    arrival_doa: addDays(jakartaToday(new Date()), 5),
    ...more,
  })

/** The path in the sent question mail; `undone` is the text of an undone question, whose mail is ignored. */
async function mailedPath(server: TestServer, orderId: number, undone?: string): Promise<string> {
  const inMail = async () => {
    const texts = (await server.mails(orderId)).map(({ text = '' }) => text)
    const asking = texts.findLast((text) => undone === undefined || !text.includes(undone))
    return /\/answer\/[\w-]+/.exec(asking ?? '')?.[0] ?? ''
  }
  await expect.poll(inMail).not.toBe('')
  return inMail()
}

interface Words {
  /** Languages differ in words and direction only, so each way is tested once. */
  scripts: boolean
  locale: string
  language: string
  email: string
  next: string
  wrongEmail: string
  passport: string
  flight: string
  photo: string
  send: string
  same: string
  noFile: string
  thanks: string
  answered: string
}

const journeys: Record<string, Words> = {
  English: {
    scripts: true,
    locale: 'en-GB',
    language: 'en',
    email: 'E-mail',
    next: 'Continue',
    wrongEmail: 'This is not the address that the link was sent to.',
    passport: 'Passport number',
    flight: 'Flight number',
    photo: 'Photo of the passport page',
    send: 'Send',
    same: 'This is what you gave before. Please look again; if it is right, send it once more.',
    noFile: 'Please take or choose a photo.',
    thanks: 'Thank you',
    answered: 'You have answered already',
  },
  Chinese: {
    scripts: false,
    locale: 'zh-CN',
    language: 'zh-Hans',
    email: '邮箱',
    next: '继续',
    wrongEmail: '这不是接收此链接的邮箱。',
    passport: '护照号码',
    flight: '航班号',
    photo: '护照照片页的照片',
    send: '发送',
    same: '这与您之前填写的相同。请再核对一次；如果无误，请再次发送。',
    noFile: '请拍照或选择照片。',
    thanks: '谢谢您',
    answered: '您已经答复',
  },
  Arabic: {
    scripts: true,
    locale: 'ar-SA',
    language: 'ar',
    email: 'البريد الإلكتروني',
    next: 'متابعة',
    wrongEmail: 'ليس هذا هو العنوان الذي أُرسل إليه الرابط.',
    passport: 'رقم جواز السفر',
    flight: 'رقم الرحلة',
    photo: 'صورة صفحة الجواز',
    send: 'إرسال',
    same: 'هذا ما كتبته من قبل. نرجو مراجعته، وإن كان صحيحًا فأرسله مرة أخرى.',
    noFile: 'نرجو التقاط صورة أو اختيارها.',
    thanks: 'شكرًا لك',
    answered: 'لقد أجبت من قبل',
  },
}

const phone = { viewport: { width: 390, height: 844 } }

async function customerPage(browser: Browser, baseURL: string, words: Words, javaScriptEnabled: boolean) {
  const context = await browser.newContext({
    ...phone,
    baseURL,
    javaScriptEnabled,
    locale: words.locale,
    timezoneId: 'Asia/Ho_Chi_Minh',
  })
  return context.newPage()
}

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)

for (const [language, words] of Object.entries(journeys)) {
  const { scripts } = words
  test(`a customer answers in ${language}, scripts ${scripts} (product §12)`, async ({ server, browser }) => {
    const orderId = await takeIn(server, { language })
    await server.call('Team', askCustomer, {
      body: {
        orderId,
        fields: ['arrival_passport_number', 'arrival_flight_number', 'passport_page'],
        text: 'Please look at both.\nThank you!',
      },
    })
    const path = await mailedPath(server, orderId)
    const page = await customerPage(browser, server.url, words, scripts)
    const check = async () => {
      await expectNoSidewaysScroll(page)
      if (scripts) await expectAccessibleInTrial(page)
    }

    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', words.language)
    await expect(page.getByText(String(orderId))).toBeVisible()
    await expect(page.getByText('C488I027')).toHaveCount(0)
    await check()
    await page.getByLabel(words.email).fill('other@example.com')
    await page.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.wrongEmail)).toBeVisible()
    await page.getByLabel(words.email).fill(email)
    await page.getByRole('button', { name: words.next }).click()

    const passport = page.getByLabel(words.passport)
    const flight = page.getByLabel(words.flight)
    await expect(passport).toHaveValue('C488I027')
    await expect(page.getByText('Please look at both.')).toBeVisible()
    await check()

    await passport.fill('C4881027')
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByText(words.same)).toBeVisible()
    await expect(page.getByText(words.noFile)).toBeVisible()
    await expect(passport).toHaveValue('C4881027')
    if (scripts) await expect(flight).toBeFocused()
    await check()

    await page
      .getByLabel(words.photo)
      .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: await anImage('png') })
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByRole('heading', { name: words.thanks })).toBeVisible()
    await check()

    await page.context().clearCookies()
    await page.reload()
    await expect(page.getByRole('heading', { name: words.answered })).toBeVisible()
    await check()
    await page.context().close()

    const { orderDetails: order } = await server.call('Team', getOrder, { params: { orderId } })
    expect(order).toMatchObject({
      process_status: 'New',
      arrival_passport_number: 'C4881027',
      arrival_flight_number: 'VN 64I',
      messages: [{ files: [{ name: 'passport.png' }] }],
    })
  })
}

test.describe('a member', () => {
  test.use({ role: 'Team' })

  test('asks by keyboard, undoes it, and sees a later answer arrive', async ({ page, server, browser }) => {
    const orderId = await takeIn(server, { language: 'English' })
    await server.assign('Team', orderId)
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
    // The skeleton has the heading too, but no keys.
    await expect(page.getByRole('button', { name: 'Ask the customer', exact: true })).toBeVisible()

    const ask = async () => {
      await page.keyboard.press('q')
      const dialog = page.getByRole('dialog', { name: 'Ask the customer' })
      const search = dialog.getByLabel('What to ask')
      await expect(search).toBeFocused()
      // The first finding: the passport number has a letter that may be a digit.
      await expect(search).toHaveAccessibleDescription('Passport')
      await page.keyboard.type('flight')
      await page.keyboard.press('Enter')
      await expect(search).toHaveAccessibleDescription('Passport, Flight')
      await expect(search).toHaveValue('')
      return dialog
    }
    const dialog = await ask()
    await expect(dialog.getByText(`${email}, in English`)).toBeVisible()
    await expectAccessibleInTrial(page)
    const firstText = 'Please look at your ticket.'
    await dialog.getByLabel('Text to the customer').fill(firstText)
    await dialog.getByText('Preview', { exact: true }).click()
    const mail = dialog.frameLocator('iframe')
    await expect(mail.getByText('you gave VN 64I')).toBeVisible()
    await expect(mail.getByText(firstText)).toBeVisible()
    await dialog.getByText('Question', { exact: true }).click()
    await dialog.getByLabel('Text to the customer').press('Control+Enter')
    await expect(dialog).toBeHidden()

    const toast = page.getByText('The customer is asked.')
    await expect(toast).toBeVisible()
    const note = page.getByRole('paragraph').filter({ hasText: /^Asked \d\d-\d\d-\d{4} by / })
    await expect(note).toContainText('Passport, Flight; until')
    await expect(note).toContainText('mail Queued')
    await expect(page.getByText('Awaiting Customer').first()).toBeVisible()
    await expectAccessibleInTrial(page)
    await page.keyboard.press('z')
    await expect(note).toBeHidden()
    await expect(page.getByText('Undone.')).toBeVisible()

    await ask()
    await page.keyboard.press('Control+Enter')
    await expect(note).toBeVisible()
    // On a slow machine the first question's mail is sent before its undo.
    const path = await mailedPath(server, orderId, firstText)
    const english = journeys['English']
    if (!english) throw new Error('There is no English journey.')
    const customer = await customerPage(browser, server.url, english, true)
    await customer.goto(path)
    await customer.getByLabel('E-mail').fill(email)
    await customer.getByRole('button', { name: 'Continue' }).click()
    await customer.getByLabel('Flight number').fill('VN 641')
    await customer.getByLabel('Passport number').fill('C4881027')
    await customer.getByRole('button', { name: 'Send' }).click()
    await expect(customer.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await customer.context().close()

    await expect(note).toBeHidden()
    await expect(page.getByText('VN 641').first()).toBeVisible()
    await expect(page.getByText(/Customer · Awaiting Customer → New/)).toBeVisible()
    const { orderDetails } = await server.call('Team', getOrder, { params: { orderId } })
    expect(orderDetails.assign_to).toBe(people.Team.name)
  })
})
