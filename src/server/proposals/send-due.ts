import { lockOrders } from '#server/orders/order-access.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { backgroundCall, type JobActor, type Platform, type Work } from '#server/platform/work.ts'
import { findCandidates } from '#server/document-comparison/candidates.ts'
import { certainOrder } from '#server/document-comparison/certainty.ts'
import { officialMailActor } from './official-mail-actor.ts'
import { openContent } from './proposal-content.ts'
import {
  clearDue,
  lockProposals,
  selectDue,
  selectOrderOfDocument,
  type ProposalRow,
} from './proposals.queries.ts'
import { sendProposal } from './send-one.ts'

/** Whether the proposal is still certainly of the same order, and no member has to check it first. */
async function isStillCertain(work: Work<JobActor>, row: ProposalRow): Promise<boolean> {
  const candidates = await findCandidates(work, openContent(work.seal, row))
  const isRestricted = candidates.some(({ row: order }) => order.restricted_at !== null)
  return !isRestricted && certainOrder(candidates) === row.certain_order_id
}

/** Sends one due proposal, if it is still certain; false if none is due. */
export const sendNextDue = (platform: Platform): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const work = { ...backgroundCall(platform, officialMailActor), tx }
    const due = await selectDue(tx, work.now)
    if (!due) return false
    // Orders before proposals, as members' calls lock them.
    const ids = due.certain_order_id === null ? [] : [due.certain_order_id]
    const [order] = (await lockOrders(work, ids)).orders.values()
    const [row] = await lockProposals(tx, [due.id])
    if (!row?.send_at) return true
    const isOpen = row.sent_at === null && row.dismissed_at === null && row.expires_at > work.now
    const isKnown = (await selectOrderOfDocument(tx, row.sha256)) !== undefined
    if (order && isOpen && !isKnown && (await isStillCertain(work, row))) await sendProposal(work, order, row)
    else await clearDue(tx, row.id)
    return true
  })
