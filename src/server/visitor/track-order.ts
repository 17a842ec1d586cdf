import { timingSafeEqual } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/visitor.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import type { VisitorMessages } from '#contract/rules/visitor-messages.ts'
import { addressKey } from '#server/platform/auth/address-key.ts'
import { recordFailure, secondsToWait, type Limit } from '#server/platform/auth/attempts.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { AnyoneActor, Call, Work } from '#server/platform/work.ts'
import { visitCookie, visitCookiePrefix } from './visit.ts'
import { insertVisit, isKnownAddress, selectKeysOf } from './track-order.queries.ts'

/** Seconds for which an order stays open (product §6). */
export const visitSeconds = 30 * 60

const minutes = 15
/** Never the id of an order: what cannot be an id is looked up all the same. */
const noId = 0

type Tracked = { secret: string } | { wait: number } | null

/**
 * Failed tries (product §6). The address comes first: tries of one address that wait for each other keep no other address
 * from the order.
 */
const limitsOf = (orderId: number, address: string): Limit[] => [
  { scope: 'track address', key: address, most: 30, minutes },
  { scope: 'track id from address', key: `${orderId} ${address}`, most: 10, minutes },
  { scope: 'track id', key: String(orderId), most: 100, minutes },
]

/** An address that opened the order before stays let in, whoever else fails; only its own guesses end, late. */
const limitsOfKnown = (orderId: number, address: string): Limit[] => [
  { scope: 'track id from address', key: `${orderId} ${address}`, most: 100, minutes },
]

const digest = (email: string) => secretHash(email.trim().toLowerCase())

/** Looks up, compares and records the same for every refusal, so that its time tells no more than its words. */
async function tryToOpen(work: Work<AnyoneActor>, orderId: number, email: string): Promise<Tracked> {
  const { tx, now } = work
  const address = addressKey(work.ip)
  const isKnown = await isKnownAddress(tx, orderId, address)
  const limits = isKnown ? limitsOfKnown(orderId, address) : limitsOf(orderId, address)
  const wait = await secondsToWait(tx, limits, now)
  const order = await selectKeysOf(tx, orderId)
  if (wait) return { wait }

  const given = digest(email)
  const matches = [order?.email, order?.traveller_email].map((own) =>
    timingSafeEqual(digest(own ?? ''), given),
  )
  const mayOpen = [order !== undefined, matches.includes(true), order?.process_status !== 'Deleted']
  if (mayOpen.includes(false)) {
    await recordFailure(tx, limitsOf(orderId, address), now)
    return null
  }
  const secret = newSecret()
  await insertVisit(tx, {
    token_hash: secretHash(secret),
    order_id: orderId,
    ip: address,
    created_at: now,
    expires_at: new Date(now.getTime() + visitSeconds * 1000),
  })
  return { secret }
}

/** What opens an order: the cookie's name and its secret. */
export interface Opened {
  cookie: string
  secret: string
}

/** Too many tries; the wait is in seconds. */
export const refuseForNow = (wait: number, says: VisitorMessages): never =>
  refuse('tooMany', says.tooManyAttempts(Math.ceil(wait / 60)), { retryAfter: wait })

/**
 * Opens an order for whoever knows its id, plain or encoded, and an e-mail of it. Answers the cookie's name and its
 * secret, whose hash alone is kept. A wrong id, a wrong e-mail and a deleted order are one refusal (404); 429 beyond
 * the limits.
 */
export async function trackOrder(
  call: Call<AnyoneActor>,
  given: Body<typeof contract.trackOrder>,
  says: VisitorMessages,
): Promise<Opened> {
  const orderId = Number(decodeOrderId(given.orderId) ?? noId)
  const tracked = await inTransaction(call.db, (tx) => tryToOpen({ ...call, tx }, orderId, given.email))
  if (!tracked) return refuse('notFound', says.noMatch)
  if ('wait' in tracked) return refuseForNow(tracked.wait, says)
  return { cookie: visitCookie(orderId), secret: tracked.secret }
}

const mostCookies = 10

/** Cookies beyond the newest ten, to be cleared; browsers send the oldest first. */
export function surplusCookies(names: readonly string[], opened: string): string[] {
  const others = names.filter((name) => name.startsWith(visitCookiePrefix) && name !== opened)
  return others.slice(0, Math.max(0, others.length - (mostCookies - 1)))
}
