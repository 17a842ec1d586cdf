import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteMail, emptyLinks, emptyRequest, selectFinishedRequests } from './finish-requests.queries.ts'

/** Of a request that is closed and whose customer is erased stays what was asked and done, without the person. */
export const finishRequests = ({ db }: Platform): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const { id, mail_ids: mailIds } of await selectFinishedRequests(tx)) {
      await emptyRequest(tx, id)
      await emptyLinks(tx, id)
      for (const mailId of mailIds) await deleteMail(tx, mailId)
    }
  })
