import type { OrderDetails } from '#contract/order-details.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { declarationSections } from './declaration.ts'
import { textItem } from './text-item.tsx'

/** The data sections: what the traveller declared on arrival or departure. */
export function DeclarationSections({ order }: { order: OrderDetails }) {
  return declarationSections(order).map(({ prefix, title, groups }) => (
    <Card key={title} title={title} end={<CorrectButton order={order} section={prefix} />}>
      {groups.length === 0 && <EmptyState kind="list" />}
      {groups.map((group) => (
        <DescriptionList
          key={group.title}
          heading={group.title}
          items={group.fields.map(({ label, text, wide }) => textItem(label, text, wide))}
        />
      ))}
    </Card>
  ))
}
