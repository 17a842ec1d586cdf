import type { OrderDetails } from '#contract/order-details.ts'
import { displayDate, estDateTime } from '#contract/rules/dates.ts'
import { orderType } from '#contract/rules/order-fields.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { PendingRefundTag } from '#web/refunds/PendingRefundTag.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { modeLabels } from '../mode-labels.ts'
import { textFact } from './text-fact.tsx'

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** `vi` → `Vietnamese`; text that is not a language code is returned unchanged. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

const money = (paid: { amount: string | null; currency: string | null } | null) =>
  paid?.amount && [paid.amount, paid.currency].filter(Boolean).join(' ')

const moment = (at: string | null) => at && `${estDateTime(at)} EST`

/** The order's own data: site, payment and processing. */
export function OrderInformation({ order }: { order: OrderDetails }) {
  return (
    <Card title="Order Information" end={<CorrectButton order={order} section="information" />}>
      <DescriptionList
        items={[
          textFact('Order ID', String(order.order_id)),
          textFact('Order Type', orderType(order.landing_domain)),
          textFact('E-mail', order.email, true),
          textFact('Site', order.landing_domain),
          textFact('Transaction ID', order.transaction_id),
          textFact('Transport', order.transport_type),
          textFact('Merchant', order.merchant_name),
          textFact('Mode', modeLabels[order.processing_mode]),
          textFact('Language', order.language && languageName(order.language)),
          textFact('Amount', money(order)),
          textFact('Ordered', moment(order.created_at)),
          textFact('Processed', moment(order.processing_date)),
          textFact('Processed by', order.processed_by),
          isRefundPending(order)
            ? { label: 'Refunded', value: <PendingRefundTag /> }
            : textFact('Refunded', moment(order.refund_date)),
          textFact('Refund', money(order.refund)),
          textFact('Refund reference', order.refund?.reference),
          textFact('Chargeback due', order.dispute_due_on && displayDate(order.dispute_due_on)),
          textFact('Reason code', order.dispute_reason_code),
          textFact('Outcome', order.dispute_outcome),
        ]}
      />
    </Card>
  )
}
