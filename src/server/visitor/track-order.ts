import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/visitor.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { customerAuditContext, recordAudit } from '#server/audit/audit.ts'
import { addressKey } from '#server/platform/auth/address-key.ts'
import { emailKey } from '#contract/rules/email.ts'
import {
  addressLimits,
  inAttempt,
  recordFailure,
  secondsToWaitOf,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { AnyoneActor, Call, Platform, Work } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { visitCookieName, visitCookiePrefix } from './visit.ts'
import { translateMessage, messagesFor } from './language.ts'

/** Seconds for which an order stays open (product §6). */
const visitSeconds = 30 * 60

const minutes = 15

const digest = (email: string) => secretHash(emailKey(email))

type TrackResult = { secret: string } | { wait: number } | null

/** Failed tries (product §6). An airport or a hotel is one address, which many visitors share. */
const trackLimits = (orderId: number, email: string, ip: string): AttemptLimit[] => [
  ...addressLimits(ip, { scope: 'track address', max: 300, minutes }),
  { scope: 'track id from address', key: `${orderId} ${addressKey(ip)}`, max: 10, minutes },
  { scope: 'track id', key: String(orderId), max: 100, minutes },
  { scope: 'track e-mail', key: digest(email).toString('base64url'), max: 20, minutes },
]

/** An address that opened the order before is limited only by its own failures, so that others cannot lock it out. */
const knownAddressLimits = (orderId: number, address: string): AttemptLimit[] => [
  { scope: 'track id from address', key: `${orderId} ${address}`, max: 100, minutes },
]

/** Does the same work for every refusal, so that its time reveals nothing about the reason. */
async function tryOpenOrder(work: Work<AnyoneActor>, orderId: number, email: string): Promise<TrackResult> {
  const { tx, now } = work
  const address = addressKey(work.ip)
  const limits = [trackLimits(orderId, email, work.ip), knownAddressLimits(orderId, address)]
  const [[wait = 0, knownWait = 0], isKnown, order] = await Promise.all([
    secondsToWaitOf(tx, limits, now),
    isKnownAddress(tx, orderId, address),
    selectOrderEmails(tx, orderId),
  ])
  const ownWait = isKnown ? knownWait : wait
  if (ownWait) return { wait: ownWait }

  const input = digest(email)
  const matches = [order?.email, order?.traveller_email].map((own) =>
    timingSafeEqual(digest(own ?? ''), input),
  )
  const checks = [order !== undefined, matches.includes(true), order?.process_status !== 'Deleted']
  if (checks.includes(false)) {
    await recordFailure(tx, trackLimits(orderId, email, work.ip), now)
    return null
  }
  const secret = newSecret()
  const visited = insertVisit(tx, {
    token_hash: secretHash(secret),
    order_id: orderId,
    ip: address,
    created_at: now,
    expires_at: new Date(now.getTime() + visitSeconds * 1000),
    by_buyer: matches[0] === true,
  })
  const recorded = recordAudit(customerAuditContext(work), 'order viewed', {
    order: orderId,
    page: 'visitor',
  })
  await Promise.all([visited, recorded])
  return { secret }
}

interface VisitCookie {
  cookie: string
  secret: string
}

/** 429; `wait` is in seconds. */
export const refuseTooMany = (
  wait: number,
  messages: VisitorMessages,
  extra: { code?: string } = {},
): never => refuse('tooMany', messages.tooManyAttempts(Math.ceil(wait / 60)), { ...extra, retryAfter: wait })

/**
 * Only the secret's hash is stored. A wrong id, a wrong e-mail and a deleted order get the same refusal (404). 429
 * beyond the limits, with the offer of the link by mail.
 */
export async function trackOrder(
  call: Call<AnyoneActor>,
  { orderId, email }: Body<typeof contract.trackOrder>,
  messages: VisitorMessages,
): Promise<VisitCookie> {
  const limits = trackLimits(orderId, email, call.ip)
  const tracked = await inAttempt(call.db, limits, (tx) => tryOpenOrder({ ...call, tx }, orderId, email))
  if (!tracked) return refuse('notFound', messages.noMatch, { event: 'order refused' })
  if ('wait' in tracked) return refuseTooMany(tracked.wait, messages, { code: contract.linkByMail })
  return { cookie: visitCookieName(call.config, orderId), secret: tracked.secret }
}

const maxCookies = 10

/** Cookies beyond the newest ten, to be cleared; browsers send the oldest first. */
function surplusCookies(config: Config, names: readonly string[], opened: string): string[] {
  const prefix = visitCookiePrefix(config)
  const others = names.filter((name) => name.startsWith(prefix) && name !== opened)
  return others.slice(0, Math.max(0, others.length - (maxCookies - 1)))
}

export function setVisitCookie(
  { config }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, secret }: VisitCookie,
) {
  const scope = { path: '/', secure: config.isHttps }
  for (const name of surplusCookies(config, Object.keys(request.cookies), cookie))
    reply.clearCookie(name, scope)
  // Lax, not Strict: a page or file of the order is also reached from a link in a mail, and every change is a POST.
  reply.setCookie(cookie, secret, { ...scope, httpOnly: true, sameSite: 'lax', maxAge: visitSeconds })
}

export const trackOrderCalls = implement(contract, {
  trackOrder: handle(async (call, { body, request, reply }) => {
    const messages = messagesFor(request)
    setVisitCookie(call, request, reply, await trackOrder(call, body, messages))
    return { message: messages.orderOpened }
  }, translateMessage),
})

/** Whether the order was opened from this IP address before; expired sessions are kept for this. */
async function isKnownAddress(tx: Tx, orderId: number, ip: string): Promise<boolean> {
  const found = await tx
    .selectFrom('visitor_sessions')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('ip', '=', ip)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const selectOrderEmails = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('orders')
    .select(['email', 'traveller_email', 'process_status'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

/** Deletes expired sessions of the same order and address, so that their number stays small. */
const insertVisit = (tx: Tx, visit: Insertable<Tables['visitor_sessions']>) =>
  tx
    .with('expired', (creator) =>
      creator
        .deleteFrom('visitor_sessions')
        .where('order_id', '=', visit.order_id)
        .where('ip', '=', visit.ip)
        .where('expires_at', '<=', visit.created_at),
    )
    .insertInto('visitor_sessions')
    .values(visit)
    .execute()
