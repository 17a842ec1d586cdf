import * as contract from '#contract/sites.ts'
import type { Http } from '#server/platform/http/http.ts'

export function siteRoutes(http: Http) {
  http.handle(contract.productTitles, async ({ config }) => ({
    data: { title: config.title, shortTitle: config.shortTitle },
  }))
}
