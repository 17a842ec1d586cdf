import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { sql } from 'kysely'
import { matchLanguage } from '#contract/rules/languages.ts'
import * as contract from '#contract/visitor.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { domainToUnicode } from 'node:url'
import { emailKey, readEmail } from '#contract/rules/email.ts'
import { addressLimits, claimAttempt, inAttempt } from '#server/platform/auth/attempts.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { AnyoneActor, Call, Platform } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { linkMail } from './order-link.email.ts'
import { refuseTooMany } from './track-order.ts'
import { translateMessage, messagesFor } from './language.ts'

const linkRequest = z.object({
  email: z.string(),
  /** Too many requests for this e-mail: nothing is mailed, and the response does not reveal it. */
  isTooMuch: z.boolean(),
  /** Id of the mail, so that a job that runs twice mails once. */
  mailId: z.uuid(),
})
export const mailOrderLinkJob = defineJob('mail-order-link', linkRequest)

const minutes = 60
const maxPerAddress = 30
const maxPerEmail = 3
const maxOrders = 5

/**
 * Nothing is looked up, so that response and time are the same with and without an order. 429 above the address's
 * limit.
 */
export async function requestLink(
  { db, jobs, now, ip }: Call<AnyoneActor>,
  email: string,
  messages: VisitorMessages,
): Promise<void> {
  const key = secretHash(emailKey(email)).toString('base64url')
  const fromAddress = addressLimits(ip, { scope: 'link from address', max: maxPerAddress, minutes })
  const toEmail = { scope: 'link to e-mail', key, max: maxPerEmail, minutes }
  const wait = await inAttempt(db, [...fromAddress, toEmail], async (tx) => {
    const wait = await claimAttempt(tx, fromAddress, now)
    if (wait > 0) return wait
    const isTooMuch = (await claimAttempt(tx, [toEmail], now)) > 0
    const request = { email, isTooMuch, mailId: randomUUID() }
    await mailOrderLinkJob.queue({ jobs, tx }, request, { retries: 3 })
    return 0
  })
  if (wait > 0) refuseTooMany(wait, messages)
}

/** Queues the requested mail; none if no order has the address. */
export async function queueLinkMail(
  work: Platform & { tx: Tx; now: Date },
  { email, isTooMuch: isRateLimited, mailId }: z.infer<typeof linkRequest>,
): Promise<void> {
  if (isRateLimited) return
  const found = await selectNewestOrders(work.tx, email, maxOrders)
  // An order whose two addresses differ only in capitals is found by each.
  const orders = [...new Map(found.map((order) => [order.order_id, order])).values()]
  const [newest] = orders
  if (!newest) return
  const props = {
    language: matchLanguage(newest.language) ?? 'en',
    landingDomain: newest.landing_domain,
    email: newest.address.trim(),
    orders: orders.map(({ order_id, travel_date }) => ({ orderId: order_id, travelDate: travel_date })),
  }
  await queueMail(work, linkMail, props, {
    id: mailId,
    orderId: newest.order_id,
    recipient: newest.address.trim(),
  })
}

export const orderLinkCalls = implement(contract, {
  sendLink: handle(async (call, { body, request }) => {
    const messages = messagesFor(request)
    await requestLink(call, body.email, messages)
    const kept = keepsMails(call.config)
    return { message: kept ? messages.linkKept : messages.linkSent, data: { kept } }
  }, translateMessage),
})

/** As read, and with the domain in Punycode and in its own letters. */
function formsOfAddress(email: string): string[] {
  const key = emailKey(email)
  const at = key.lastIndexOf('@') + 1
  return [...new Set([readEmail(email), key, key.slice(0, at) + domainToUnicode(key.slice(at))])]
}

/** Whether an order's column holds this e-mail as read (product §16), ignoring ASCII case. */
export const hasAddress = (column: 'email' | 'traveller_email', email: string) =>
  // Matches the indexes; their lower case is Unicode's, which would also match other addresses.
  sql<boolean>`(${sql.join(
    formsOfAddress(email).map(
      (form) => sql`lower(btrim(${sql.ref(column)})) = lower(${form})
        and lower(btrim(${sql.ref(column)}) collate "C") = lower(${form} collate "C")`,
    ),
    sql` or `,
  )})`

const newestOrdersByColumn = (tx: Tx, column: 'email' | 'traveller_email', email: string, limit: number) =>
  tx
    .selectFrom((db) =>
      db
        .selectFrom('orders')
        .select(['order_id', 'landing_domain', 'language', 'travel_date', 'created_at'])
        .select((eb) => eb.ref(column).$notNull().as('address'))
        .where(hasAddress(column, email))
        .where('process_status', '<>', 'Deleted')
        .orderBy('created_at', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .selectAll()

/** The newest orders with this e-mail as their own or their traveller's, without deleted ones. */
const selectNewestOrders = (tx: Tx, email: string, limit: number) =>
  newestOrdersByColumn(tx, 'email', email, limit)
    .union(newestOrdersByColumn(tx, 'traveller_email', email, limit))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute()
