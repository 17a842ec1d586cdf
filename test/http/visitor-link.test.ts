import { opened } from '../support/mail/opened.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendLink } from '#contract/visitor.ts'
import { visitorMessages } from '#texts/visitor-messages.ts'
import { createTestOrder } from '../support/orders.ts'
import { requestPage, visitorPage } from './visitor-page-requests.ts'
import { behindProxy, forwardedFor, moveOrder } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const minute = 60_000
let now = Date.parse('2026-11-20T02:00:00Z')
const app = useTestApp({ clock: () => new Date(now), env: behindProxy, worker: true, visitorPage })

let ipCount = 0
/** Requests a link; each request has a new IP unless given. */
const requestLink = (email: string, ip = `198.51.100.${++ipCount}`) =>
  app.call(sendLink, { body: { email } }, { headers: forwardedFor(ip) })

const linkMails = async (recipient: string) =>
  opened(
    app,
    await app.platform.db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'link')
      .where('recipient', '=', recipient)
      .orderBy('created_at')
      .execute(),
  )

async function awaitMails(recipient: string, count: number) {
  for (;;) {
    const mails = await linkMails(recipient)
    if (mails.length >= count) return mails
    await pause(50)
  }
}

/** Requests are processed in order: once a later one is mailed, the earlier ones have been processed. */
async function awaitProcessing() {
  const email = `later-${++ipCount}@example.com`
  await createTestOrder(app, { email })
  await requestLink(email)
  await awaitMails(email, 1)
}

test('the links to the newest orders of an address are mailed there, in the language of the newest (product §6)', async () => {
  const email = 'many@example.com'
  const made: number[] = []
  for (let number = 0; number < 7; number++) {
    now += minute
    made.push(await createTestOrder(app, { email: ` Many@Example.com`, language: 'German' }))
  }
  now += minute
  made.push(
    await createTestOrder(app, { email: 'payer@example.com', arrival_email: email, language: 'German' }),
  )
  await moveOrder(app, made[5] ?? 0, 'Deleted')
  const { http, body } = await requestLink(' many@EXAMPLE.com ')
  expect({ http, body }).toEqual({
    http: 200,
    body: { status: 1, message: visitorMessages.en.linkKept, data: { kept: true } },
  })
  const [mail] = await awaitMails(email, 1)
  const expected = [made[7], made[6], made[4], made[3], made[2]]
  expect(mail?.props).toMatchObject({ language: 'de', orders: expected.map((orderId) => ({ orderId })) })
  expect(mail?.order_id).toBe(made[7])
})

test('an address without orders gets the same reply and no mail', async () => {
  const { http, body } = await requestLink('nobody@example.com')
  expect({ http, body }).toEqual({
    http: 200,
    body: { status: 1, message: visitorMessages.en.linkKept, data: { kept: true } },
  })
  await awaitProcessing()
  expect(await linkMails('nobody@example.com')).toEqual([])
})

test('an invalid address is refused with a message', async () => {
  expect(await requestLink(' ')).toMatchObject({
    http: 400,
    body: { errors: { email: 'Please enter your email' } },
  })
  expect(await requestLink('nobody')).toMatchObject({
    http: 400,
    body: { errors: { email: 'Invalid email address' } },
  })
})

test('after three links in an hour an address gets no more, with the same reply', async () => {
  const email = 'asked@example.com'
  await createTestOrder(app, { email })
  for (let tries = 0; tries < 5; tries++)
    expect(await requestLink(tries % 2 ? email : ' ASKED@example.com')).toMatchObject({
      http: 200,
      body: { message: visitorMessages.en.linkKept },
    })
  await awaitProcessing()
  const sent = [...(await linkMails(email)), ...(await linkMails('ASKED@example.com'))]
  expect(sent).toHaveLength(3)
  now += 61 * minute
  await requestLink(email)
  await awaitProcessing()
  expect([...(await linkMails(email)), ...(await linkMails('ASKED@example.com'))]).toHaveLength(4)
})

test('after thirty requests in an hour an IP is rate limited, by call and by form', async () => {
  const ip = '203.0.113.99'
  for (let tries = 0; tries < 30; tries++)
    expect((await requestLink(`a${tries}@example.com`, ip)).http).toBe(200)
  const { http, body, headers } = await requestLink('a@example.com', ip)
  expect({ http, message: body.message }).toEqual({
    http: 429,
    message: visitorMessages.en.tooManyAttempts(60),
  })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
  const page = await requestPage(app, '/track-order?link', {
    ip,
    language: 'es',
    form: { email: 'a@example.com' },
  })
  expect(page.http).toBe(429)
  expect(page.html).toContain(visitorMessages.es.tooManyAttempts(60))
  expect(page.html).toContain('value="a@example.com"')
})

test('the form works without scripts, with field errors and a confirmation page', async () => {
  const email = 'plain@example.com'
  const orderId = await createTestOrder(app, { email })
  const wrong = await requestPage(app, '/track-order?link', { form: { email: 'plain' } })
  expect(wrong.http).toBe(400)
  expect(wrong.html).toContain(visitorMessages.en.emailInvalid)
  const sent = await requestPage(app, '/track-order?link', { form: { email } })
  expect({ http: sent.http, to: sent.headers.get('location') }).toEqual({
    http: 303,
    to: '/track-order?link=kept',
  })
  expect((await requestPage(app, '/track-order?link=kept')).html).toContain(visitorMessages.en.linkKept)
  expect((await requestPage(app, '/track-order?link=sent')).html).toContain('Check your inbox')
  expect(await awaitMails(email, 1)).toMatchObject([{ order_id: orderId }])
})
