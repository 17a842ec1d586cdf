import { keysOf } from './typed-keys.ts'

/** The eight customs declaration categories in the order of spec §9, with their labels. */
export const goodsLabels = {
  animals: 'Animals, fish and plants',
  narcotics: 'Narcotics',
  currency: 'Currency of 100 million Rupiah or more',
  foreign: 'Foreign banknotes of 1 billion Rupiah or more',
  cigarettes: 'More than 200 cigarettes, 25 cigars or 100 g tobacco and 1 litre alcohol',
  purchase: 'Goods bought abroad worth more than USD 500',
  imported_goods: 'Imported goods that are not personal effects',
  originating_goods: 'Goods originating from Indonesia under BC 3.4',
} as const

export type GoodsKey = keyof typeof goodsLabels

export const goodsKeys = keysOf(goodsLabels)

/** A traveller's answer to each of the eight (product §5); '' is no answer. */
const goodsAnswers = ['Yes', 'No', ''] as const
export type GoodsAnswer = (typeof goodsAnswers)[number]
