import { decodeOrderId } from '#contract/rules/order-id.ts'
import { visitorMessages, type VisitorMessages } from '#contract/rules/visitor-messages.ts'
import type { Site } from '#contract/sites.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { siteForHost } from '#server/sites/sites.ts'
import { landingDomainOf, visitIsOpen } from './visit.queries.ts'

/** The cookie that opens one order (product §6). */
export const visitCookiePrefix = 'pabean_order_'
export const visitCookie = (orderId: number) => `${visitCookiePrefix}${orderId}`

declare const authorised: unique symbol
/** The right to see one order, made by `authorizeVisit` only. */
export interface Visit {
  readonly [authorised]: true
  orderId: number
  /** A member without the order's cookie only looks: what they open is no download. */
  by: 'visitor' | 'member'
}

/** An order's own cookie, or a staff session; else null. The cookie comes first: a member may track an order, too. */
async function visitOf(work: Work<VisitorActor>, orderId: number): Promise<Visit | null> {
  const { tx, now, actor } = work
  const tokenHash = secretHash(actor.cookies[visitCookie(orderId)] ?? '')
  if (await visitIsOpen(tx, { orderId, tokenHash, now })) return { orderId, by: 'visitor' } as Visit
  return actor.member && ({ orderId, by: 'member' } as Visit)
}

/** The right to see an order; 403 for whoever has none. */
export const authorizeVisit = async (
  work: Work<VisitorActor>,
  orderId: number,
  says: VisitorMessages = visitorMessages.en,
): Promise<Visit> => (await visitOf(work, orderId)) ?? refuse('forbidden', says.orderNotOpened)

/**
 * The site of a visitor's page (product §6). An order's domain counts for whoever may see the order: to all others it
 * would tell that there is such an order.
 */
export async function visitorSite(
  work: Work<VisitorActor>,
  host: string,
  givenId: string | undefined,
): Promise<Site> {
  const visit = await visitOf(work, Number(decodeOrderId(givenId ?? '') ?? 0))
  return siteForHost(work.config, host, visit ? await landingDomainOf(work.tx, visit.orderId) : undefined)
}
