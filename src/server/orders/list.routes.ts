import * as contract from '#contract/orders.ts'
import type { Http } from '#server/platform/http/http.ts'
import { folderCounts, futureMonthCounts } from './counts.ts'
import { listOrders, searchOrders } from './list.ts'

export function listRoutes(http: Http) {
  http.read(contract.folderCounts, async (work) => ({ data: await folderCounts(work) }))
  http.read(contract.futureMonthCounts, async (work) => ({ data: await futureMonthCounts(work) }))
  http.on(contract.listOrders, (call, { params, query }) => listOrders(call, params.orderName, query))
  http.on(contract.searchOrders, (call, { body }) => searchOrders(call, body))
}
