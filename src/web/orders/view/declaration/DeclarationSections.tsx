import type { OrderDetails } from '#contract/order-details.ts'
import { Correct } from '#web/corrections/Correct.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { declarationSections } from './declaration.ts'
import { textFact } from './text-fact.tsx'

/** The data sections: what the traveller declared on arrival or departure. */
export function DeclarationSections({ order }: { order: OrderDetails }) {
  return declarationSections(order).map(({ prefix, title, groups }) => (
    <Card key={title} title={title} end={<Correct order={order} part={prefix} />}>
      {groups.length === 0 && <EmptyState kind="list" />}
      {groups.map((group) => (
        <Facts
          key={group.title}
          heading={group.title}
          facts={group.fields.map(({ label, text, wide }) => textFact(label, text, wide))}
        />
      ))}
    </Card>
  ))
}
