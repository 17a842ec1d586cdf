import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/refunds.ts'
import { languageOf } from '#contract/rules/languages.ts'
import { changeInBulk, type WhyNot } from '#server/orders/bulk-change.ts'
import { isNow } from '#server/orders/current-status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Work } from '#server/platform/work.ts'
import { refundMail } from './refund.email.ts'
import { canBeRefunded, ordersToTell, selectRefund, upsertRefunds } from './refund-orders.queries.ts'

interface Facts {
  amount: string | null
  currency: string | null
  reference: string | null
}

/** So long undo can keep the mail from leaving (product §3). */
const undoWaitMs = 10_000

const whyNot: WhyNot = (state) =>
  state.process_status === 'Refunds'
    ? { kind: 'conflict', reason: `was refunded already${state.last_by ? ` by ${state.last_by}` : ''}` }
    : { kind: 'conflict', reason: isNow(state) }

/** Marks orders in Refunds as refunded, records what was paid back, and mails each customer once. */
export function refundOrders(work: Work, body: Body<typeof contract.refundOrders>) {
  const facts = {
    amount: body.amount || null,
    currency: body.currency || null,
    reference: body.reference || null,
  }
  return changeInBulk(work, {
    ids: body.orderId,
    action: 'refunded',
    guard: canBeRefunded,
    change: { refund_date: work.now },
    whyNot,
    afterwards: async (changed) => {
      const rows = changed.map(({ orderId }) => ({
        order_id: orderId,
        at: work.now,
        member_id: work.actor.id,
        ...facts,
      }))
      if (rows.length > 0) await upsertRefunds(work.tx, rows)
      await mailRefunds(work, changed, facts)
    },
  })
}

async function mailRefunds(work: Work, changed: { orderId: number; eventId: number }[], facts: Facts) {
  if (changed.length === 0) return
  const events = new Map(changed.map(({ orderId, eventId }) => [orderId, eventId]))
  const orders = await ordersToTell(work.tx, [...events.keys()])
  const notBefore = new Date(work.now.getTime() + undoWaitMs)
  for (const order of orders) {
    const props = {
      language: languageOf(order.language) ?? undefined,
      orderId: order.order_id,
      customerName: order.full_name,
      landingDomain: order.landing_domain,
      amount: facts.amount ?? order.amount,
      currency: facts.currency ?? order.currency,
      reference: facts.reference,
    }
    const eventId = events.get(order.order_id)
    await queueMail(work, refundMail, props, {
      orderId: order.order_id,
      recipient: order.email,
      notBefore,
      ...(eventId !== undefined && { eventId }),
    })
  }
}

/** What was paid back, while the order counts as refunded. */
export const refundOf = (tx: Tx, orderId: number): Promise<Facts | undefined> => selectRefund(tx, orderId)
