import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteMail, emptyRequest, selectFinishedRequests } from './finish-requests.queries.ts'

/** Of a request that is closed and whose customer is erased stays what was asked and done, without the person. */
export const finishRequests = ({ db }: Platform): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const { id, mail_id: mailId } of await selectFinishedRequests(tx)) {
      await emptyRequest(tx, id)
      if (mailId) await deleteMail(tx, mailId)
    }
  })
