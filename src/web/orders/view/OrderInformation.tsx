import type { OrderDetails } from '#contract/orders.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { orderType } from '#contract/rules/order-fields.ts'
import { Card } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { modeWords } from './mode-words.ts'
import { textFact } from './text-fact.tsx'

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** `vi` → `Vietnamese`; what is no language code stays as it was given. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

const moment = (at: string | null) => at && `${estDateTime(at)} EST`

/** The order itself: where it was bought, how it is paid and worked. */
export function OrderInformation({ order }: { order: OrderDetails }) {
  return (
    <Card title="Order Information">
      <Facts
        facts={[
          textFact('Order ID', String(order.order_id)),
          textFact('Order Type', orderType(order.landing_domain)),
          textFact('E-mail', order.email, true),
          textFact('Site', order.landing_domain),
          textFact('Transaction ID', order.transaction_id),
          textFact('Transport', order.transport_type),
          textFact('Merchant', order.merchant_name),
          textFact('Mode', modeWords[order.processing_mode]),
          textFact('Language', order.language && languageName(order.language)),
          textFact('Amount', order.amount && [order.amount, order.currency].filter(Boolean).join(' ')),
          textFact('Ordered', moment(order.created_at)),
          textFact('Processed', moment(order.processing_date)),
          textFact('Processed by', order.processed_by),
          textFact('Refunded', moment(order.refund_date)),
        ]}
      />
    </Card>
  )
}
