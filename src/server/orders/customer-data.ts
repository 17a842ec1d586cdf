import * as z from 'zod/mini'
import { familyMember, goodsDeclaration } from '#contract/order-details.ts'
import type { Work } from '#server/platform/work.ts'

/** The sealed document with all of an order's customer data. */
const customerData = z.object({
  /** Every `arrival_*` and `departure_*` field that was given, known or not. */
  fields: z.record(z.string(), z.string()),
  familyMember: z.array(familyMember),
  importingGoods: z.array(goodsDeclaration),
  payment: z.record(z.string(), z.string()),
})
export type CustomerData = z.infer<typeof customerData>

export const openCustomerData = (work: Pick<Work, 'seal'>, order: { order_id: number; sealed: Buffer }) =>
  work.seal.open(customerData, 'orders.sealed', order.order_id, order.sealed)
