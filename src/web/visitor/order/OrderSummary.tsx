import { localizedDate } from '#contract/rules/localized-formats.ts'
import type { VisitorOrder } from '#contract/visitor.ts'
import { Help } from '../Help.tsx'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'

/** The order in short, and where to ask about it. */
export function OrderSummary({ order }: { order: VisitorOrder }) {
  const { order: texts, help } = useTexts()
  const language = useLanguage()
  const items = [
    { label: texts.orderId, value: String(order.order_id) },
    { label: texts.traveller, value: order.customer_name },
    { label: texts.orderType, value: texts.orderTypes[order.order_type] },
    {
      label: texts.travelDate[order.order_type],
      value: order.travel_date && localizedDate(language, order.travel_date),
    },
  ].filter(({ value }) => value)
  return (
    <aside className={page.aside}>
      <h2>{texts.factsHeading}</h2>
      <dl>
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="notranslate" translate="no">
              <bdi suppressHydrationWarning>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Help email={order.application_email}>{help.writeWithId}</Help>
    </aside>
  )
}
