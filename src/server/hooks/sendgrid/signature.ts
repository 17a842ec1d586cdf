import { createVerify, timingSafeEqual, createHash, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { MailReportKind } from '#server/platform/db/tables.ts'

const hour = 60 * 60_000
const clockSkew = 5 * 60_000
/** ms. As long as SendGrid goes on trying; within it a repeat is known by its id. */
export const longestWay = { events: 25 * hour, inbound: 73 * hour } as const

const one = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

const signatureOf = (headers: IncomingHttpHeaders) => ({
  signature: one(headers['x-twilio-email-event-webhook-signature']),
  timestamp: one(headers['x-twilio-email-event-webhook-timestamp']),
})

/** Whether the headers bring a signature that is not too old; what it is worth the body shows. */
export function bringsSignature(headers: IncomingHttpHeaders, now: Date, longest: number): boolean {
  const { signature, timestamp } = signatureOf(headers)
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  const age = now.getTime() - Number(timestamp) * 1000
  return age >= -clockSkew && age <= longest
}

/** ECDSA over the timestamp and the body as it came. */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, key: KeyObject): boolean {
  const { signature = '', timestamp = '' } = signatureOf(headers)
  return createVerify('SHA256').update(timestamp).update(body).verify(key, signature, 'base64')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compared in a time that does not tell how much of it is right. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret))

/** The password of a basic authorization, if that is what it is. */
export function passwordOf(authorization: string | undefined): string | undefined {
  const [, base64] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (!base64) return undefined
  const pair = Buffer.from(base64, 'base64').toString('utf8')
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

const text = z.optional(z.string())
/** Each event is read by itself: an odd one among them is passed over. */
export const sendgridEvents = z.array(z.unknown())
export const sendgridEvent = z.looseObject({
  event: z.string(),
  // The index over them takes no longer one.
  sg_event_id: z.string().check(z.regex(/^[!-~]{1,500}$/)),
  /** Seconds. */
  timestamp: z.number().check(z.minimum(0), z.maximum(253_402_300_799)),
  mail_id: text,
  type: text,
  reason: text,
  response: text,
  status: text,
  sg_message_id: text,
})
export type SendgridEvent = z.infer<typeof sendgridEvent>

/**
 * What each event means for a mail. A bounce of type `blocked` was turned away for the moment: the address may be good,
 * but SendGrid does not try again, so that this mail did not arrive.
 */
const kinds = new Map<string, (event: SendgridEvent) => MailReportKind>([
  ['processed', () => 'accepted'],
  ['delivered', () => 'delivered'],
  ['deferred', () => 'deferred'],
  ['bounce', ({ type }) => (type === 'blocked' ? 'refused' : 'bounced')],
  ['dropped', () => 'refused'],
  ['spamreport', () => 'complained'],
])

/** Null for an event that says nothing of whether a mail arrived. */
export const reportKind = (event: SendgridEvent): MailReportKind | null =>
  kinds.get(event.event)?.(event) ?? null
