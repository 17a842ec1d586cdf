import type { NewOrder } from '#server/orders/new-order-rows.ts'
import type { History } from './histories.ts'

export const providerOf = ({ order_id }: NewOrder) => (order_id % 3 === 0 ? 'Sendgrid' : 'AWS')

/** The refund's row; undefined without a refund. */
export function refundOf(row: NewOrder, { refunded }: History) {
  if (!refunded) return undefined
  const { at, by, share } = refunded
  return {
    at,
    member_id: by.id,
    amount: (Number(row.amount) * share).toFixed(2),
    currency: row.currency,
    reference: `re_${row.order_id}`,
  }
}

export const sentMail = (row: NewOrder, at: Date) => ({
  order_id: row.order_id,
  recipient: row.email,
  provider: providerOf(row),
  created_at: at,
  not_before: at,
  attempts: 1,
  attempted_at: new Date(at.getTime() + 1000),
  sent_at: new Date(at.getTime() + 2000),
  provider_message_id: `demo-${row.order_id}-${at.getTime()}`,
})

/** Mails were delivered; those of one order bounced. */
export function mailOutcome(isBounced: boolean, at: Date) {
  const state_at = new Date(at.getTime() + 9000)
  return isBounced
    ? { state: 'bounced' as const, state_at, error: '550 5.1.1 The mailbox does not exist.' }
    : { state: 'delivered' as const, state_at, error: null }
}
