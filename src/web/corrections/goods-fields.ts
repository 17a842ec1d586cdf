import type * as z from 'zod/mini'
import type { goodsDeclaration, goodsLine } from '#contract/order-details.ts'
import type { GoodsKey } from '#contract/rules/goods.ts'

export type GoodsDeclaration = z.infer<typeof goodsDeclaration>
export type GoodsLine = z.infer<typeof goodsLine>

/** The fields of a goods line, besides its group (product §5, Shapes). */
export const lineFields = [
  { key: 'description_of_Goods', label: 'Description of goods' },
  { key: 'quantityofGoods', label: 'Quantity' },
  { key: 'units', label: 'Units' },
  { key: 'category', label: 'Category' },
  { key: 'value', label: 'Value' },
  { key: 'currency', label: 'Currency' },
  { key: 'unaccompanied_baggage', label: 'Unaccompanied baggage' },
  { key: 'date_month_year_import', label: 'Date of import', isDate: true },
] as const satisfies readonly { key: keyof GoodsLine; label: string; isDate?: true }[]

export const emptyLine = (group: GoodsKey): GoodsLine => ({
  group,
  category: '',
  description_of_Goods: '',
  quantityofGoods: '',
  units: '',
  value: '',
  currency: '',
  unaccompanied_baggage: '',
  date_month_year_import: '',
})

export const emptyDeclaration: GoodsDeclaration = {
  animals: '',
  narcotics: '',
  currency: '',
  foreign: '',
  cigarettes: '',
  purchase: '',
  imported_goods: '',
  originating_goods: '',
  details: [],
}
