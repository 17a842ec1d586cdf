import * as contract from '#contract/sites.ts'
import type { Http } from '#server/platform/http/http.ts'
import { visitorSite } from './usecases.ts'

export function siteRoutes(http: Http) {
  http.read(contract.currentSite, async (work, { query, request }) => ({
    data: await visitorSite(work, request.hostname, query.orderId),
  }))

  http.on(contract.productTitles, async ({ config }) => ({
    data: { title: config.title, shortTitle: config.shortTitle },
  }))
}
