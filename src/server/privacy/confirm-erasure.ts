import * as contract from '#contract/privacy.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { insertErasures } from './erasures.queries.ts'
import { describeErasure, partitionOrders } from './plan-erasure.ts'
import { insertStep } from './requests.queries.ts'
import { lockWithOrders, loadRequest } from './requests.ts'

export const eraseConfirmedJob = defineJob('erase-confirmed', noPayload)

/** Queues the erasure that a dry run showed; 409 if the plan has changed, or nothing is left to erase. */
export async function confirmErasure(work: Work, requestId: string, plan: string): Promise<void> {
  const { tx, jobs, now, actor } = work
  const { request, orders } = await lockWithOrders(work, requestId)
  if (!request.kinds.includes('erasure')) return refuse('conflict', 'Erasure was not asked.')
  const shown = await describeErasure(work, orders)
  if (shown.plan !== plan)
    return refuse('conflict', 'Something has changed since the dry run. Please run it again.')
  const { whole, parts } = partitionOrders(orders)
  const toErase = [...whole, ...parts]
  if (toErase.length === 0) return refuse('conflict', 'Nothing is left to be erased.')
  await insertErasures(
    tx,
    toErase.map((order) => ({
      request_id: requestId,
      order_id: order.order_id,
      part: order.is_disputed ? 'disputed' : 'all',
      asked_at: now,
      asked_by: actor.id,
    })),
  )
  await insertStep(tx, { request_id: requestId, step: 'erasure', at: now, member_id: actor.id })
  await recordAudit(auditContext(work), 'erasure confirmed', {
    requestId,
    whole: whole.map(({ order_id: orderId }) => orderId),
    parts: parts.map(({ order_id: orderId }) => orderId),
  })
  await eraseConfirmedJob.queue({ jobs, tx }, {}, { retries: 3 })
}

export const confirmErasureCalls = implement(contract, {
  eraseOrders: write(async (work, { params, body }) => {
    await confirmErasure(work, params.id, body.plan)
    return { message: 'The erasure has begun.', data: await loadRequest(work, params.id) }
  }),
})
