import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/refunds.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { changeInBulk, type ExplainSkip } from '#server/orders/bulk-change.ts'
import { describeStatus } from '#server/orders/current-status.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { composeRow, queueComposed } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { refundMail } from './refund.email.ts'
import { canBeRefunded, selectOrdersToNotify, upsertRefunds } from './refund-orders.queries.ts'

interface RefundFacts {
  amount: string | null
  currency: string | null
  reference: string | null
}

/** The mail is delayed by this time, so that undo can cancel it (product §3). */
const undoDelayMs = 10_000

const explainSkip: ExplainSkip = (state) =>
  state.process_status === 'Refunds'
    ? { kind: 'conflict', reason: `was refunded already${state.last_by ? ` by ${state.last_by}` : ''}` }
    : { kind: 'conflict', reason: describeStatus(state) }

type RefundBody = Body<typeof contract.refundOrders>

const toFacts = ({
  amount,
  currency,
  reference,
}: Pick<RefundBody, 'amount' | 'currency' | 'reference'>): RefundFacts => ({
  amount: amount || null,
  currency: currency || null,
  reference: reference || null,
})

/** What was paid back, as its row keeps it. */
export const refundColumns = (seal: Seal, orderId: number, { amount, currency, reference }: RefundFacts) => ({
  amount,
  currency,
  sealed_reference: reference === null ? null : seal.seal('refunds.sealed_reference', orderId, reference),
})

/** What is paid back for each order; 400 for an order that is not among the chosen ones. */
function factsByOrder(body: RefundBody): (orderId: number) => RefundFacts {
  const own = new Map(body.refunds?.map((refund) => [refund.orderId, toFacts(refund)]))
  for (const orderId of own.keys())
    if (!body.orderId.includes(orderId)) refuse('invalid', `Order ${orderId} is not among the chosen ones.`)
  const common = toFacts(body)
  return (orderId) => own.get(orderId) ?? common
}

/** Marks orders in Refunds as refunded, records what was paid back, and mails each customer once. */
export function refundOrders(work: Work, body: RefundBody) {
  const factsOf = factsByOrder(body)
  return changeInBulk(work, {
    ids: body.orderId,
    action: 'refunded',
    guard: canBeRefunded,
    change: { refund_date: work.now },
    explainSkip,
    onChanged: async (changed) => {
      const rows = changed.map(({ orderId }) => ({
        order_id: orderId,
        at: work.now,
        member_id: work.actor.id,
        ...refundColumns(work.seal, orderId, factsOf(orderId)),
      }))
      if (rows.length > 0) await upsertRefunds(work.tx, rows)
      await queueRefundMails(work, changed, factsOf)
    },
  })
}

type OrderToRefund = Pick<
  OrderRow,
  'order_id' | 'language' | 'full_name' | 'landing_domain' | 'amount' | 'currency'
>

/** The content of the mail about a refund, as its row stores it; the order's own amount where none is given. */
export const composeRefundMailContent = (
  { config }: Pick<Work, 'config'>,
  order: OrderToRefund,
  { amount, currency, reference }: RefundFacts,
) =>
  composeRow(
    refundMail,
    {
      language: matchLanguage(order.language) ?? undefined,
      orderId: order.order_id,
      customerName: order.full_name,
      landingDomain: order.landing_domain,
      amount: amount ?? order.amount,
      currency: currency ?? order.currency,
      reference,
    },
    config,
  )

async function queueRefundMails(
  work: Work,
  changed: readonly { orderId: number; eventId: number }[],
  factsOf: (orderId: number) => RefundFacts,
) {
  if (changed.length === 0) return
  const events = new Map(changed.map(({ orderId, eventId }) => [orderId, eventId]))
  const orders = await selectOrdersToNotify(work.tx, [...events.keys()])
  const notBefore = new Date(work.now.getTime() + undoDelayMs)
  for (const order of orders) {
    const eventId = events.get(order.order_id)
    await queueComposed(work, composeRefundMailContent(work, order, factsOf(order.order_id)), {
      orderId: order.order_id,
      recipient: order.email,
      notBefore,
      ...(eventId !== undefined && { eventId }),
    })
  }
}
