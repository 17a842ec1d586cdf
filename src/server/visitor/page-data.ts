import * as z from 'zod/mini'
import type { Brand, OpenedOrder } from '#contract/visitor-page-data.ts'
import { downloadHistory } from '#contract/visitor.ts'
import type { Config } from '#server/config.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { languageOfRequest, messagesFor, type LanguageRequest } from './language.ts'
import { loadVisitorPage } from './order-page.ts'
import { authorizeVisit, loadVisitorSite } from './visit.ts'

/** 403 as its endpoints. */
export async function loadOpenedOrder(
  work: Work<VisitorActor>,
  orderId: number,
  request: LanguageRequest,
): Promise<OpenedOrder> {
  const visit = await authorizeVisit(work, orderId, messagesFor(request))
  const page = await loadVisitorPage(work, visit, languageOfRequest(request))
  const { data, mainResult, path } = z.parse(downloadHistory.reply, page)
  return { order: mainResult, history: data, path }
}

interface RequestHost {
  protocol: string
  /** Includes the port. */
  host: string
  hostname: string
}

/** The page's brand (product §6) and origin: the request's host if it belongs to the site, else PUBLIC_URL. */
export async function loadPageSite(
  work: Work<VisitorActor>,
  host: RequestHost,
  orderId: string | null,
): Promise<{ brand: Brand; origin: string }> {
  const { domain, kind, name, links, contact } = await loadVisitorSite(
    work,
    host.hostname,
    orderId ?? undefined,
  )
  return { brand: { kind, name, links, contact }, origin: pageOrigin(work.config, host, domain) }
}

const pageOrigin = ({ publicUrl }: Config, { protocol, host, hostname }: RequestHost, domain: string) =>
  `.${hostname.toLowerCase()}`.endsWith(`.${domain}`) ? `${protocol}://${host}` : publicUrl
