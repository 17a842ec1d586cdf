import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/refunds.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { changeEach, offerUndo, type ExplainSkip } from '#server/orders/bulk-change.ts'
import type { Skip } from '#server/orders/bulk-result.ts'
import { describeStatus } from '#server/orders/current-status.ts'
import { lockForChange } from '#server/orders/order-access.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { openProps } from '#server/platform/mail/mail-content.ts'
import { composeRow, queueComposed } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { selectRefundedByGateway, type RefundedByGateway } from './gateway-refunds.ts'
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

const sayOf = ({ refunded, refunded_currency }: RefundedByGateway) => `${refunded} ${refunded_currency}`

interface LeftToRefund {
  skips: Skip[]
  /** The refund of an order: by default what its gateway left of it. */
  factsOf: (orderId: number) => RefundFacts
}

/** What gateways refunded is not refunded again: the orders are locked, and of each the rest counts (product §14). */
async function leftToRefund(
  work: Work,
  orderIds: readonly number[],
  factsOf: (orderId: number) => RefundFacts,
): Promise<LeftToRefund> {
  await lockForChange(work, orderIds)
  const told = await selectRefundedByGateway(work.tx, orderIds)
  const toldOf = (orderId: number) => told.filter((row) => row.order_id === orderId)
  const skips = [...new Set(told.map((row) => row.order_id))].flatMap((orderId): Skip[] => {
    const rows = toldOf(orderId)
    const [first] = rows
    const { amount, currency } = factsOf(orderId)
    const refunded = `${rows.map(sayOf).join(' and ')} by its gateway`
    if (first === undefined) return []
    if (first.rest !== null && Number(first.rest) === 0)
      return [{ orderId, kind: 'conflict', reason: `was refunded already: ${refunded}` }]
    const isClear = rows.length === 1 && first.rest !== null
    if (!isClear && amount === null)
      return [
        {
          orderId,
          kind: 'invalid',
          reason: `needs an amount: it was refunded ${refunded}, and not in its currency`,
        },
      ]
    const isSame = currency === null || currency === first.currency
    return first.rest !== null && isSame && Number(amount) > Number(first.rest)
      ? [
          {
            orderId,
            kind: 'invalid',
            reason: `was refunded ${refunded} already: ${first.rest} ${first.currency} are left`,
          },
        ]
      : []
  })
  return {
    skips,
    factsOf: (orderId) => {
      const facts = factsOf(orderId)
      const [only, other] = toldOf(orderId)
      if (!only || other || facts.amount !== null) return facts
      return { ...facts, amount: only.rest, currency: only.currency }
    },
  }
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
    const given = factsByOrder(body)
    const { skips: refunded, factsOf } = await leftToRefund(work, body.orderId, given)
    const unclear = [...refunded, ...(await explainCurrencies(work, body.orderId, factsOf))]
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
