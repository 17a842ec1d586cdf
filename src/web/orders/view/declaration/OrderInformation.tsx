import type { OrderDetails } from '#contract/order-details.ts'
import { displayDate, estDateTime } from '#contract/rules/dates.ts'
import { orderType } from '#contract/rules/order-fields.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { PendingRefundTag } from '#web/refunds/PendingRefundTag.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { modeLabels } from '../mode-labels.ts'
import { textItem } from './text-item.tsx'

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** `vi` → `Vietnamese`; text that is not a language code is returned unchanged. */
function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code
  } catch {
    return code
  }
}

const money = (paid: { amount: string | null; currency: string | null } | null) =>
  paid?.amount && [paid.amount, paid.currency].filter(Boolean).join(' ')

const timestamp = (at: string | null) => at && `${estDateTime(at)} EST`

/** The order's own data: site, payment and processing. */
export function OrderInformation({ order }: { order: OrderDetails }) {
  return (
    <Card title="Order Information" end={<CorrectButton order={order} section="information" />}>
      <DescriptionList
        items={[
          textItem('Order ID', String(order.order_id)),
          textItem('Order Type', orderType(order.landing_domain)),
          textItem('E-mail', order.email, true),
          textItem('Site', order.landing_domain),
          textItem('Transaction ID', order.transaction_id),
          textItem('Transport', order.transport_type),
          textItem('Merchant', order.merchant_name),
          textItem('Mode', modeLabels[order.processing_mode]),
          textItem('Language', order.language && languageName(order.language)),
          textItem('Amount', money(order)),
          textItem('Ordered', timestamp(order.created_at)),
          textItem('Processed', timestamp(order.processing_date)),
          textItem('Processed by', order.processed_by),
          isRefundPending(order)
            ? { label: 'Refunded', value: <PendingRefundTag /> }
            : textItem('Refunded', timestamp(order.refund_date)),
          textItem('Refund', money(order.refund)),
          textItem('Refund reference', order.refund?.reference),
          textItem('Chargeback due', order.dispute_due_on && displayDate(order.dispute_due_on)),
          textItem('Reason code', order.dispute_reason_code),
          textItem('Outcome', order.dispute_outcome),
        ]}
      />
    </Card>
  )
}
