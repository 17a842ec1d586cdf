import * as contract from '#contract/export.ts'
import type { OrderRow } from '#contract/orders.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { exportedOrders } from './export.ts'

const columns = contract.exportFields.map((field) => ({ head: field, of: (row: OrderRow) => row[field] }))

export function exportRoutes(http: Http) {
  http.bytes(contract.exportOrders, async (call, { params: { orderName }, query, reply }) =>
    sendCsv(reply, `${orderName}-${jakartaToday(call.now)}`, columns, exportedOrders(call, orderName, query)),
  )
}
