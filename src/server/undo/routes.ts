import * as contract from '#contract/moves.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Http } from '#server/platform/http/http.ts'
import { answerTakenBack } from './mails-taken-back.ts'
import { restore, undo } from './undo.ts'

export function undoRoutes(http: Http) {
  http.handle(contract.undo, async (call, { body }) => {
    const takenBack = await inTransaction(call.db, (tx) => undo({ ...call, tx }, body.undo))
    return answerTakenBack(call, 'Undone.', takenBack)
  })
  http.handle(contract.restoreOrder, async (call, { body }) => {
    const takenBack = await inTransaction(call.db, (tx) =>
      restore({ ...call, tx }, body.orderId, body.eventId),
    )
    return answerTakenBack(call, 'Restored.', takenBack)
  })
}
