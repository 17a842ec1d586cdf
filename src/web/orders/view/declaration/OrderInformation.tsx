import type { OrderDetails } from '#contract/order-details.ts'
import { displayDate, estTimestamp } from '#contract/rules/dates.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { toneOf } from '#web/preflight/findings.ts'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { Card } from '#web/ui/Card.tsx'
import { FactGroup } from '#web/ui/FactGroup.tsx'
import { modeLabels } from '../mode-labels.ts'

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** `vi` → `Vietnamese`; text that is not a language code is returned unchanged. */
function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code
  } catch {
    return code
  }
}

const timestamp = (at: string | null) => at && estTimestamp(at)

export function OrderInformation({ order }: { order: OrderDetails }) {
  return (
    <Card title="Order Information" end={<CorrectButton order={order} section="information" />}>
      <FactGroup
        facts={[
          { label: 'Order ID', text: String(order.order_id) },
          { label: 'Order Type', text: orderType(order.landing_domain) },
          { label: 'E-mail', text: order.email, wide: true, href: '#messages', tone: toneOf(order, 'email') },
          { label: 'Site', text: order.landing_domain },
          { label: 'Transport', text: order.transport_type },
          { label: 'Mode', text: modeLabels[order.processing_mode] },
          { label: 'Assigned to', text: order.assign_to },
          {
            label: 'Language',
            text: order.language && languageName(order.language),
            tone: toneOf(order, 'language'),
          },
          {
            label: 'Amount',
            text: displayMoney(order.amount, order.currency),
            tone: toneOf(order, 'amount', 'currency'),
          },
          { label: 'Service fee', text: displayMoney(order.service_fee, order.currency) },
          { label: 'Government fee', text: displayMoney(order.government_fee, order.currency) },
          { label: 'Merchant', text: order.merchant_name },
          { label: 'Gateway', text: order.gateway },
          { label: 'Name on statement', text: order.statement_name },
          {
            label: 'Transaction ID',
            text: order.transaction_id,
            wide: (order.transaction_id ?? '').length > 22,
          },
          { label: 'Ordered', text: timestamp(order.created_at) },
          { label: 'Disclosure', text: order.disclosure_version },
          { label: 'Disclosure shown', text: timestamp(order.disclosure_shown_at) },
          { label: 'Disclosure accepted', text: timestamp(order.disclosure_accepted_at) },
          { label: 'Filing begun', text: timestamp(order.filed_at) },
          { label: 'Processed', text: timestamp(order.processing_date) },
          { label: 'Processed by', text: order.processed_by },
          { label: 'Refunded', text: isRefundPending(order) ? 'Not yet' : timestamp(order.refund_date) },
          { label: 'Refund', text: displayMoney(order.refund?.amount, order.refund?.currency) },
          { label: 'Refund reference', text: order.refund?.reference },
          { label: 'ChargeBack due', text: order.dispute_due_on && displayDate(order.dispute_due_on) },
          { label: 'Reason code', text: order.dispute_reason_code },
          { label: 'Outcome', text: order.dispute_outcome },
        ]}
      />
    </Card>
  )
}
