import * as exports from '#contract/export.ts'
import * as moves from '#contract/moves.ts'
import * as details from '#contract/order-details.ts'
import * as lists from '#contract/orders.ts'
import * as viewers from '#contract/viewers.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import { folderCounts, futureMonthCounts } from './counts.ts'
import { exportColumns } from './export-columns.ts'
import { streamOrders } from './export.ts'
import { findOrders } from './find.ts'
import { filterOptions, isLongList, listPage, searchOrders, streamList, urgencyCounts } from './list.ts'
import { assignOrders } from './assign.ts'
import { deleteOrders } from './delete.ts'
import { readStates } from './current-status.ts'
import { moveOrders } from './move.ts'
import { startNext } from './start-next.ts'
import { announceView } from './viewers.ts'
import { saveTransaction } from './transaction.ts'

export function orderRoutes(http: Http) {
  http.readOnce(lists.folderCounts, async (call) => ({ data: await folderCounts(call) }))
  http.readOnce(lists.filterOptions, async ({ db }) => ({ data: await filterOptions(db) }))
  http.readOnce(lists.futureMonthCounts, async (call) => ({ data: await futureMonthCounts(call) }))
  http.readOnce(lists.urgencyCounts, async (call, { params }) => ({
    data: await urgencyCounts(call, params.orderName),
  }))
  http.readOnce(lists.listOrders, (call, { params, query }) => listPage(call, params.orderName, query), {
    when: ({ query }) => isLongList(query),
    handler: (call, { params, query }) => streamList(call, params.orderName, query),
  })
  http.readOnce(lists.orderStates, async ({ db }, { query }) => ({
    data: await readStates(db, query.orderIds.split(',').map(Number)),
  }))
  http.handle(lists.searchOrders, (call, { body }) => searchOrders(call, body))
  http.handle(lists.findOrders, (call, { body }) => findOrders(call, body))
  http.bytes(exports.exportOrders, async (call, { params: { orderName }, query, reply }) =>
    sendTable(reply, {
      name: `${orderName}-${jakartaToday(call.now)}`,
      format: query.format,
      columns: exportColumns,
      ...(await streamOrders(call, orderName, query)),
    }),
  )

  http.write(moves.assignOrders, async (work, { body }) => ({
    message:
      body.assignto === null ? 'Order has been moved successfully' : 'Order has been assigned successfully',
    data: await assignOrders(work, body),
  }))
  http.write(moves.startNext, async (work, { body }) => {
    const data = await startNext(work, body)
    return {
      message: data.undo === null ? 'Order has been opened' : 'Order has been assigned successfully',
      data,
    }
  })
  http.write(viewers.announceView, async (work, { body }) => {
    await announceView(work, body)
    return {}
  })
  http.write(moves.moveOrders, async (work, { body }) => ({
    message: 'Order has been moved successfully',
    data: await moveOrders(work, body),
  }))
  http.write(moves.deleteOrders, async (work, { body }) => ({
    message: 'Order has been deleted successfully',
    data: await deleteOrders(work, body.orderId),
  }))

  http.write(details.saveTransaction, async (work, { body }) => {
    await saveTransaction(work, body)
    return { message: 'Transaction details have been saved successfully.' }
  })
}
