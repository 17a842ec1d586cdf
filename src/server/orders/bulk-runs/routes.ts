import * as contract from '#contract/bulk-runs.ts'
import type { BulkRunAction } from '#contract/bulk-runs.ts'
import type { Http } from '#server/platform/http/http.ts'
import { cancelRun, listRunOrders, readRun, undoRun } from './bulk-runs.ts'
import { changeMatching } from './start-run.ts'

/** As of the calls for single orders (spec §8). */
const messages: Record<BulkRunAction['kind'], string> = {
  assign: 'Order has been assigned successfully',
  giveBack: 'Order has been moved successfully',
  move: 'Order has been moved successfully',
  delete: 'Order has been deleted successfully',
}

export function bulkRunRoutes(http: Http) {
  http.handle(contract.changeMatchingOrders, async (call, { body }) => {
    const started = await changeMatching(call, body)
    if ('runId' in started)
      return {
        message: 'The change has been started.',
        data: { result: null, run: await readRun(call, started.runId) },
      }
    return { message: messages[body.action.kind], data: { result: started.result, run: null } }
  })
  http.readOnce(contract.readBulkRun, async (call, { params }) => ({
    data: await readRun(call, params.runId),
  }))
  http.read(contract.listBulkRunOrders, (call, { params, query }) => listRunOrders(call, params, query))
  http.write(contract.cancelBulkRun, async (work, { params }) => ({
    message: 'The change has been cancelled.',
    data: await cancelRun(work, params.runId),
  }))
  http.write(contract.undoBulkRun, async (work, { params }) => ({
    message: 'The change is being undone.',
    data: await undoRun(work, params.runId),
  }))
}
