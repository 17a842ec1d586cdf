import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/refunds.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { changeEach, offerUndo, type ExplainSkip } from '#server/orders/bulk-change.ts'
import type { Skip } from '#server/orders/bulk-result.ts'
import { describeStatus } from '#server/orders/current-status.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { openProps } from '#server/platform/mail/mail-content.ts'
import { composeRow, queueComposed } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { refundMail } from './refund.email.ts'
import {
  canBeRefunded,
  selectCurrencies,
  selectOrdersToNotify,
  upsertRefunds,
} from './refund-orders.queries.ts'

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

export const refundColumns = (seal: Seal, orderId: number, { amount, currency, reference }: RefundFacts) => ({
  amount,
  currency,
  sealed_reference: reference === null ? null : seal.seal('refunds.sealed_reference', orderId, reference),
})

/** The refund of each order; 400 for an order that is not among the selected ones. */
function factsByOrder(body: RefundBody): (orderId: number) => RefundFacts {
  const own = new Map(body.refunds?.map((refund) => [refund.orderId, toFacts(refund)]))
  for (const orderId of own.keys())
    if (!body.orderId.includes(orderId)) refuse('invalid', `Order ${orderId} is not among the chosen ones.`)
  const common = toFacts(body)
  return (orderId) => own.get(orderId) ?? common
}

/** A currency without an amount must be the order's own. */
async function explainCurrencies(
  work: Work,
  orderIds: readonly number[],
  factsOf: (orderId: number) => RefundFacts,
): Promise<Skip[]> {
  const withoutAmount = orderIds.filter((id) => factsOf(id).amount === null && factsOf(id).currency !== null)
  if (withoutAmount.length === 0) return []
  const currencies = await selectCurrencies(work.tx, withoutAmount)
  return withoutAmount.flatMap((orderId): Skip[] => {
    const { currency } = factsOf(orderId)
    const own = currencies.get(orderId)
    if (own === undefined || own === currency) return []
    return [{ orderId, kind: 'invalid', reason: `needs an amount in ${currency}` }]
  })
}

type OrderToRefund = Pick<
  OrderRow,
  'order_id' | 'language' | 'full_name' | 'landing_domain' | 'amount' | 'currency'
>

/** The order's own amount is the default. */
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

const isSameSum = (told: object, props: object) => {
  const [before, now] = [z.parse(sum, told), z.parse(sum, props)]
  return before.amount === now.amount && before.currency === now.currency
}
const sum = z.object({ amount: z.nullish(z.string()), currency: z.nullish(z.string()) })

async function queueRefundMails(
  work: Work,
  changed: readonly { orderId: number; eventId: number }[],
  factsOf: (orderId: number) => RefundFacts,
) {
  if (changed.length === 0) return
  const events = new Map(changed.map(({ orderId, eventId }) => [orderId, eventId]))
  const orders = await selectOrdersToNotify(work.tx, [...events.keys()])
  const notBefore = new Date(work.now.getTime() + undoDelayMs)
  for (const { mail_id: toldBy, sealed_props, ...order } of orders) {
    const eventId = events.get(order.order_id)
    const content = composeRefundMailContent(work, order, factsOf(order.order_id))
    if (toldBy !== null && sealed_props !== null) {
      const told = openProps(work.seal, { id: toldBy, sealed_props })
      if (isSameSum(told, content.props)) continue
    }
    await queueComposed(work, content, {
      orderId: order.order_id,
      recipient: order.email,
      notBefore,
      ...(eventId !== undefined && { eventId }),
    })
  }
}

export const refundCalls = implement(contract, {
  /** A customer who was mailed before is mailed again only if the amount changed. */
  refundOrders: write(async (work, { body }) => {
    const factsOf = factsByOrder(body)
    const unclear = await explainCurrencies(work, body.orderId, factsOf)
    const unclearIds = new Set(unclear.map(({ orderId }) => orderId))
    const outcome = await changeEach(work, {
      ids: body.orderId.filter((id) => !unclearIds.has(id)),
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
    const data = await offerUndo(work, { ...outcome, skips: [...unclear, ...outcome.skips] })
    const count = data.updated.length
    return {
      message:
        count === 1
          ? 'Order has been refunded successfully'
          : `${count} orders have been refunded successfully`,
      data,
    }
  }),
})
