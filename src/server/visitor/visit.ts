import { wireInstant } from '#contract/rules/dates.ts'
import { languageOf } from '#contract/rules/languages.ts'
import { orderType } from '#contract/rules/order-fields.ts'
import { applicationEmail, decodeOrderId } from '#contract/rules/order-id.ts'
import { visitorMessages, type VisitorMessages } from '#contract/rules/visitor-messages.ts'
import type { Site } from '#contract/sites.ts'
import type { DownloadRow, VisitorOrder } from '#contract/visitor.ts'
import { orderById, type OrderRecord } from '#server/orders/orders.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import { qrCode } from '#server/platform/pdf/qr-code.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { siteOfHost } from '#server/sites/sites.ts'
import { selectDownloads } from './downloads.queries.ts'
import { linkMail } from './order-link.email.ts'
import { landingDomainOf, milestones, openDocuments, visitIsOpen } from './visit.queries.ts'
import { stepsOf, visitorWords } from './order-progress.ts'

/** The mails of this feature, by kind. */
export const visitorMails = { link: linkMail }

/** The cookie that opens one order (product §6). */
export const visitCookiePrefix = 'pabean_order_'
export const visitCookie = (orderId: number) => `${visitCookiePrefix}${orderId}`

/** Where documents are, from the root (spec §7). */
export const documentsPath = 'uploads/docs'
/** Where pictures of their first pages are, under the same names. */
export const previewsPath = 'uploads/previews'

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
): Promise<Visit> => (await visitOf(work, orderId)) ?? refuse('forbidden', says.closed)

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
  return siteOfHost(work.config, host, visit ? await landingDomainOf(work.tx, visit.orderId) : undefined)
}

/** Downloads of an order in the shape of its details (spec §3), newest first. */
export async function downloadHistoryOf(tx: Tx, orderId: number): Promise<DownloadRow[]> {
  const rows = await selectDownloads(tx, orderId)
  return rows.map(({ at, ...row }) => ({ ...row, create_ts: wireInstant(at) }))
}

async function asVisitorSees(work: Work<VisitorActor>, order: OrderRecord): Promise<VisitorOrder> {
  const { order_id } = order
  const { word, stage } = visitorWords[order.process_status]
  const documents = await openDocuments(work.tx, order_id)
  const { preparing, customs } = await milestones(work.tx, order_id)
  const ready = documents[0]?.created_at ?? order.processing_date
  const dates = {
    received: wireInstant(order.created_at),
    preparing: preparing && wireInstant(preparing),
    customs: customs && wireInstant(customs),
    ready: ready && wireInstant(ready),
  }
  return {
    order_id,
    customer_name: order.full_name,
    email: order.email,
    order_type: orderType(order.landing_domain),
    process_status: word,
    stage,
    landing_domain: order.landing_domain,
    travel_date: order.travel_date,
    application_email: applicationEmail(order_id, work.config.sendDomain),
    language: languageOf(order.language),
    steps: stepsOf(stage, dates, documents.length > 0),
    documents: await Promise.all(
      documents.map(async ({ preview_file, qr_text, ...document }) => ({
        ...document,
        customer_name: order.full_name,
        created_at: wireInstant(document.created_at),
        preview: preview_file && `/${previewsPath}/${order_id}_${document.file1}`,
        qr: qr_text === null ? null : await qrCode(qr_text),
      })),
    ),
  }
}

/** What the download page shows (product §5, `get-download-history`). */
export async function visitorPage(work: Work<VisitorActor>, visit: Visit) {
  const order = await orderById(work.tx, visit.orderId)
  if (!order) return refuse('notFound', `Order ${visit.orderId} does not exist.`)
  return {
    data: await downloadHistoryOf(work.tx, visit.orderId),
    mainResult: await asVisitorSees(work, order),
    path: documentsPath,
  }
}
