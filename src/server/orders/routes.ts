import * as exports from '#contract/export.ts'
import * as contract from '#contract/orders.ts'
import type { OrderRow } from '#contract/orders.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { folderCounts, futureMonthCounts } from './counts.ts'
import { exportedOrders } from './export.ts'
import { listOrders, searchOrders } from './list.ts'
import { assignOrders } from './assign.ts'
import { deleteOrders } from './delete.ts'
import { moveOrders } from './move.ts'
import { saveTransaction } from './transaction.ts'
import { restore, undo } from './undo.ts'

const exportColumns = exports.exportFields.map((field) => ({
  head: field,
  of: (row: OrderRow) => row[field],
}))

export function orderRoutes(http: Http) {
  http.read(contract.folderCounts, async (work) => ({ data: await folderCounts(work) }))
  http.read(contract.futureMonthCounts, async (work) => ({ data: await futureMonthCounts(work) }))
  http.on(contract.listOrders, (call, { params, query }) => listOrders(call, params.orderName, query))
  http.on(contract.searchOrders, (call, { body }) => searchOrders(call, body))
  http.bytes(exports.exportOrders, async (call, { params: { orderName }, query, reply }) =>
    sendCsv(
      reply,
      `${orderName}-${jakartaToday(call.now)}`,
      exportColumns,
      exportedOrders(call, orderName, query),
    ),
  )

  http.write(contract.assignOrders, async (work, { body }) => ({
    message:
      body.assignto === null ? 'Order has been moved successfully' : 'Order has been assigned successfully',
    data: await assignOrders(work, body),
  }))
  http.write(contract.moveOrders, async (work, { body }) => ({
    message: 'Order has been moved successfully',
    data: await moveOrders(work, body),
  }))
  http.write(contract.deleteOrders, async (work, { body }) => ({
    message: 'Order has been deleted successfully',
    data: await deleteOrders(work, body.orderId),
  }))
  http.write(contract.undo, async (work, { body }) => ({
    message: 'Undone.',
    data: await undo(work, body.undo),
  }))
  http.write(contract.restoreOrder, async (work, { body }) => ({
    message: 'Restored.',
    data: await restore(work, body.orderId, body.eventId),
  }))

  http.write(contract.saveTransaction, async (work, { body }) => {
    await saveTransaction(work, body)
    return { message: 'Transaction details have been saved successfully.' }
  })
}
