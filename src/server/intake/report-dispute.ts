import * as contract from '#contract/disputes.ts'
import { reportDispute, type ReportedDispute } from '#contract/disputes.ts'
import { readNetwork } from '#contract/rules/card-networks.ts'
import { reasonOfCode } from '#contract/rules/disputes.ts'
import { receiveDispute, type DisputeSnapshot } from '#server/disputes/receive-dispute.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { JobActor } from '#server/platform/work.ts'
import { receiveOnce, sentKeyOf } from './receive-once.ts'
import { requireOwnSite } from './receive-order.ts'

const clockSkewMs = 5 * 60_000

/** A time to come would outlive each later event. */
function requirePast({ updated_at: at }: ReportedDispute, now: Date): void {
  if (Date.parse(at) > now.getTime() + clockSkewMs) refuse('invalid', 'updated_at is in the future.')
}

const snapshotOf = (dispute: ReportedDispute): DisputeSnapshot => ({
  ...dispute,
  reason: dispute.reason ?? reasonOfCode(dispute.network_code ?? '') ?? 'other',
  network: readNetwork(dispute.network),
  opened_at: new Date(dispute.opened_at ?? dispute.updated_at),
  updated_at: new Date(dispute.updated_at),
  due_at: dispute.due_at ? new Date(dispute.due_at) : null,
  settled_as: dispute.settled_as ?? null,
})

export const reportDisputeCalls = implement(contract, {
  /** The gateway's name stands in the order's history. 403 for an order of a site that the key is not of. */
  reportDispute: write(async (work, { body, request }) => {
    requirePast(body, work.now)
    const snapshot = snapshotOf(body)
    const gateway: JobActor = { kind: 'job', name: snapshot.gateway }
    const data = await receiveOnce(
      work,
      { sentKey: sentKeyOf(request), body, what: 'dispute', reply: reportDispute.reply.shape.data },
      async () => {
        const { id, order_id } = await receiveDispute({ ...work, actor: gateway }, snapshot, (order) =>
          requireOwnSite(work.actor, order.landing_domain),
        )
        return { dispute_id: id, order_id }
      },
    )
    return {
      message: data.order_id
        ? `The dispute of order ${data.order_id} has been received.`
        : 'The dispute has been received and waits for its order.',
      data,
    }
  }),
})
