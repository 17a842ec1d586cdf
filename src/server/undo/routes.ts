import * as contract from '#contract/moves.ts'
import type { Http } from '#server/platform/http/http.ts'
import { restore, undo } from './undo.ts'

export function undoRoutes(http: Http) {
  http.write(contract.undo, async (work, { body }) => ({
    message: 'Undone.',
    data: await undo(work, body.undo),
  }))
  http.write(contract.restoreOrder, async (work, { body }) => ({
    message: 'Restored.',
    data: await restore(work, body.orderId, body.eventId),
  }))
}
