import type * as z from 'zod/mini'
import type { familyMember, goodsDeclaration } from '#contract/order-details.ts'
import type { Work } from '#server/platform/work.ts'

type FamilyMember = z.infer<typeof familyMember>
type GoodsDeclaration = z.infer<typeof goodsDeclaration>

/** Everything of the customer's that is kept sealed, as one document. */
export interface CustomerData {
  /** Every `arrival_*` and `departure_*` that was given, known or not. */
  fields: Record<string, string>
  familyMember: FamilyMember[]
  importingGoods: GoodsDeclaration[]
  payment: Record<string, string>
}

/** Opens the sealed document of an order. */
export const openCustomerData = (work: Pick<Work, 'seal'>, order: { order_id: number; sealed: Buffer }) =>
  work.seal.open<CustomerData>(order.order_id, order.sealed)
