import { sql } from 'kysely'
import * as contract from '#contract/requests.ts'
import { requestLabels, ungrantableStatuses, type RequestState } from '#contract/rules/customer-requests.ts'
import { changeEach } from '#server/orders/bulk-change.ts'
import { bulkResult } from '#server/orders/bulk-result.ts'
import { describeStatus } from '#server/orders/current-status.ts'
import { recordEvent } from '#server/orders/events.ts'
import { moveChange } from '#server/orders/move.ts'
import { lockOrder, type LockedOrder } from '#server/orders/order-access.ts'
import { createUndoToken } from '#server/orders/undo.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { queueRequestMail, selectRequests } from './requests.ts'

/** So long the mail waits, and undo takes it back. */
const secondsToMail = 10

async function requireOpenRequest({ tx }: Work, orderId: number) {
  const open = (await selectRequests(tx, orderId)).find(({ ended_as: endedAs }) => endedAs === null)
  return open ?? refuse('conflict', `Order ${orderId} has no open request.`)
}

async function moveToRefunds(work: Work, order: LockedOrder): Promise<number[]> {
  if (ungrantableStatuses.includes(order.process_status))
    refuse('conflict', `Order ${order.order_id} ${describeStatus(order)}: refuse the request with words.`)
  const { eventIds } = await changeEach(work, {
    ids: [order.order_id],
    ...moveChange(work, { updatingStatus: 'Refunds' }),
  })
  return eventIds
}

export const settleRequestCalls = implement(contract, {
  /** 409 without an open request, and for granting one of an order in Refunds or ChargeBack (product §14). */
  settleRequest: write(async (work, { body: { orderId, as, text = '' } }) => {
    const order = await lockOrder(work, orderId)
    const { id, about } = await requireOpenRequest(work, orderId)
    const moved = as === 'granted' ? await moveToRefunds(work, order) : []
    const eventId = await recordEvent(work, { orderId, action: `request ${as}`, details: { about, text } })
    await work.tx
      .updateTable('customer_requests')
      .set({
        ended_as: as,
        ended_at: work.now,
        ended_by: work.actor.id,
        event_id: eventId,
        sealed_answer: text === '' ? null : work.seal.seal('customer_requests.sealed_answer', orderId, text),
      })
      .where('id', '=', id)
      .execute()
    const row = (await selectRequests(work.tx, orderId)).find((it) => it.id === id)
    if (!row) throw new Error('the request is gone')
    const notBefore = new Date(work.now.getTime() + secondsToMail * 1000)
    await queueRequestMail(work, order, row, { eventId, notBefore })
    const undo = await createUndoToken(work, [...moved, eventId])
    return {
      message: `${requestLabels[about]}: ${as}.`,
      data: { ...bulkResult([orderId], [], undo), secondsToMail },
    }
  }),
})

/** Opens requests again whose end was undone, where no newer one is open; returns their orders. */
export async function reopenRequests({ tx }: Work, eventIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    update customer_requests q
    set ended_as = null, ended_at = null, ended_by = null, sealed_answer = null, event_id = null
    where q.event_id = any(${[...eventIds]}::bigint[]) and q.ended_as <> ${'stopped' satisfies RequestState}
      and not exists (select from customer_requests p where p.order_id = q.order_id and p.ended_at is null)
    returning order_id`.execute(tx)
  return rows.map((row) => row.order_id)
}
