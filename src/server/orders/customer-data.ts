import * as z from 'zod/mini'
import { familyMember, goodsDeclaration } from '#contract/order-details.ts'
import type { Work } from '#server/platform/work.ts'

/** Everything of the customer's that is kept sealed, as one document. */
const customerData = z.object({
  /** Every `arrival_*` and `departure_*` that was given, known or not. */
  fields: z.record(z.string(), z.string()),
  familyMember: z.array(familyMember),
  importingGoods: z.array(goodsDeclaration),
  payment: z.record(z.string(), z.string()),
})
export type CustomerData = z.infer<typeof customerData>

/** Opens the sealed document of an order. */
export const openCustomerData = (work: Pick<Work, 'seal'>, order: { order_id: number; sealed: Buffer }) =>
  work.seal.open(customerData, 'orders.sealed', order.order_id, order.sealed)
