import { decodeOrderId } from '#contract/rules/order-id.ts'
import { type Site, currentSite } from '#contract/sites.ts'
import { visitorMessages, type VisitorMessages } from '#texts/visitor-messages.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import { hostCookieName } from '#server/platform/http/cookies.ts'
import { refuse } from '#server/platform/refusal.ts'
import { requireOpenOrders } from '#server/orders/order-access.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { siteForHost } from '#server/sites/sites.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import { deleteVisits, selectLandingDomain, selectOpenVisit } from './visit.queries.ts'

/** The name of the cookie that gives access to one order (product §6). */
export const visitCookiePrefix = (config: Pick<Config, 'isHttps'>) => hostCookieName(config, 'pabean_order_')
export const visitCookieName = (config: Pick<Config, 'isHttps'>, orderId: number) =>
  `${visitCookiePrefix(config)}${orderId}`

const authorised: unique symbol = Symbol('authorised')
/** Access to one order; only `authorizeVisit` creates it. */
export interface Visit {
  readonly [authorised]: true
  orderId: number
  /** A member without the order's cookie only views: their downloads are not recorded. */
  by: 'visitor' | 'member'
  /** The hash of the order's cookie, by which requests of one visit are known; null for a member without it. */
  key: Buffer | null
  /** The visitor knows the order's own e-mail; a visitor who gave the traveller's is not shown it. */
  knowsBuyer: boolean
}

/** The order's cookie comes first, because a member may track an order too. */
async function findVisit(work: Work<VisitorActor>, orderId: number): Promise<Visit | null> {
  const { tx, now, actor, config } = work
  const tokenHash = secretHash(actor.cookies[visitCookieName(config, orderId)] ?? '')
  const open = await selectOpenVisit(tx, { orderId, tokenHash, now })
  if (open) return { [authorised]: true, orderId, by: 'visitor', key: tokenHash, knowsBuyer: open.by_buyer }
  if (!actor.member) return null
  await requireOpenOrders(tx, actor.member, [orderId])
  return { [authorised]: true, orderId, by: 'member', key: null, knowsBuyer: true }
}

/** Ends all visits of an order, for example after a correction of its e-mail. */
export const endVisits = ({ tx }: Pick<Work, 'tx'>, orderId: number) => deleteVisits(tx, orderId)

/**
 * Whether the visit may see a document: a visitor sees one with warnings only once its mail may leave (product §12).
 */
export const isVisible = (
  { visible_from }: { visible_from: Date | null },
  { by }: Pick<Visit, 'by'>,
  now: Date,
): boolean => by === 'member' || visible_from === null || visible_from <= now

/** The right to see an order; 403 without one. */
export const authorizeVisit = async (
  work: Work<VisitorActor>,
  orderId: number,
  messages: VisitorMessages = visitorMessages.en,
): Promise<Visit> => (await findVisit(work, orderId)) ?? refuse('forbidden', messages.orderNotOpened)

/**
 * The order's domain is used only for callers who may see the order, because it would reveal that the order exists
 * (product §6).
 */
export async function loadVisitorSite(
  work: Work<VisitorActor>,
  host: string,
  orderIdText: string | undefined,
): Promise<Site> {
  const visit = await findVisit(work, Number(decodeOrderId(orderIdText ?? '') ?? 0))
  return siteForHost(work.config, host, visit ? await selectLandingDomain(work.tx, visit.orderId) : undefined)
}

export const visitSiteCalls = implement(
  { currentSite },
  {
    currentSite: read(async (work, { query, request }) => ({
      data: await loadVisitorSite(work, request.hostname, query.orderId),
    })),
  },
)
