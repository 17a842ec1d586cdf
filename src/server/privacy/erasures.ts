import { actorNames } from '#contract/rules/actor-names.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { backgroundCall, type Platform } from '#server/platform/work.ts'
import { eraseOrder } from './erase-order.ts'
import { removeErasedFiles } from './erased-files.ts'
import { claimErasure, markErased } from './erasures.queries.ts'
import { finishRequests } from './finish-requests.ts'
import { isDisputed } from './plan-erasure.ts'

/** As an order's history names it. */
const privacyDesk = { kind: 'job', name: actorNames.privacyDesk } as const

/** Erases the next order that is to be; its id, and whether it could be. Undefined where none is left. */
const eraseNext = (platform: Platform, postponed: readonly number[]) =>
  inTransaction(platform.db, async (tx) => {
    const next = await claimErasure(tx, postponed)
    if (!next) return undefined
    const { request_id: requestId, order_id: orderId, part, asked_by: memberId } = next
    const work = { ...backgroundCall(platform, privacyDesk), tx }
    // A dispute that was opened since the confirmation holds what proves who travelled and paid.
    const erased = await eraseOrder(work, orderId, (order) => (isDisputed(order) ? 'disputed' : part))
    if (erased === 'postponed') return { orderId, isErased: false }
    await markErased(tx, { requestId, orderId, part: erased ?? part, now: work.now })
    await recordAudit(auditContext(work), 'order erased', {
      order: orderId,
      requestId,
      part: erased ?? part,
      memberId,
    })
    return { orderId, isErased: true }
  })

/** Erases what was confirmed, an order a transaction, until nothing is left or time is up; true where something is. */
export async function runErasures(platform: Platform, untilMs: number): Promise<boolean> {
  const postponed: number[] = []
  while (Date.now() < untilMs) {
    const erased = await eraseNext(platform, postponed)
    if (!erased) {
      await finishRequests(platform)
      await removeErasedFiles(platform)
      return false
    }
    if (!erased.isErased) postponed.push(erased.orderId)
  }
  return true
}
