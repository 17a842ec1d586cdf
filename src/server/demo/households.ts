import type { IntakeOrder } from '#contract/intake.ts'
import type { PlannedOrder } from './customer-answers.ts'

interface PlacedOrder extends PlannedOrder {
  order: IntakeOrder
}

const householdSize = 3

/** Gives some untouched orders of one day the same buyer: the first one's. */
export function shareBuyers<T extends PlacedOrder>(orders: readonly T[]): T[] {
  const households = new Map<string, T[]>()
  for (const order of orders) {
    const { travelDate, scenario } = order
    if (travelDate === null || scenario.steps.length > 0 || scenario.mode !== 'standard') continue
    const members = households.get(travelDate) ?? []
    if (members.length < householdSize) households.set(travelDate, [...members, order])
  }
  const buyers = new Map(
    [...households.values()].flatMap((members) =>
      members.map((member) => [member, members[0]?.order.email ?? ''] as const),
    ),
  )
  return orders.map((order) => {
    const email = buyers.get(order)
    return email === undefined ? order : { ...order, order: { ...order.order, email } }
  })
}
