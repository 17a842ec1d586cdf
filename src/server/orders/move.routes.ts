import * as contract from '#contract/orders.ts'
import type { Http } from '#server/platform/http/http.ts'
import { restore, undo } from './undo.ts'
import { assignOrders, deleteOrders, moveOrders } from './move.ts'

export function moveRoutes(http: Http) {
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
}
