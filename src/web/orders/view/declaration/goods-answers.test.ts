import { expect, test } from 'vitest'
import { goodsKeys } from '#contract/rules/goods.ts'
import {
  declaredCount,
  filledColumns,
  goodsQuestions,
  type GoodsDeclaration,
  type GoodsLine,
} from './goods-answers.ts'

const textOrSkeleton = (values: Partial<GoodsLine>): GoodsLine => ({
  group: 'purchase',
  category: '',
  description_of_Goods: '',
  quantityofGoods: '',
  units: '',
  value: '',
  currency: '',
  unaccompanied_baggage: '',
  date_month_year_import: '',
  ...values,
})
const declaration = (values: Partial<GoodsDeclaration>): GoodsDeclaration => ({
  animals: 'No',
  narcotics: 'No',
  currency: 'No',
  foreign: 'No',
  cigarettes: 'No',
  purchase: 'No',
  imported_goods: 'No',
  originating_goods: '',
  details: [],
  ...values,
})

test('the eight questions come in order, each with its lines', () => {
  const camera = textOrSkeleton({ description_of_Goods: 'Camera' })
  const questions = goodsQuestions(declaration({ purchase: 'Yes', details: [camera] }))
  expect(questions.map(({ key }) => key)).toEqual(goodsKeys)
  expect(questions.filter(({ lines }) => lines.length > 0)).toEqual([
    { key: 'purchase', label: 'Goods bought abroad worth more than USD 500', answer: 'Yes', lines: [camera] },
  ])
})

test('a line of an unknown group is listed under Other goods', () => {
  const odd = textOrSkeleton({ group: 'weapons', value: '1' })
  expect(goodsQuestions(declaration({ details: [odd] })).at(-1)?.lines).toEqual([odd])
})

test('a category that two travellers declare counts once', () => {
  expect(
    declaredCount([declaration({ purchase: 'Yes' }), declaration({ purchase: 'Yes', narcotics: 'Yes' })]),
  ).toBe(2)
})

test('empty columns are left out, and value and currency share one', () => {
  const lines = [
    textOrSkeleton({ description_of_Goods: 'Scarves', quantityofGoods: ' ' }),
    textOrSkeleton({ value: '420', currency: 'USD' }),
  ]
  const columns = filledColumns(lines)
  expect(columns.map(({ label }) => label)).toEqual(['Description of goods', 'Value'])
  expect(columns.map(({ of }) => lines.map(of))).toEqual([
    ['Scarves', ''],
    ['', '420\u00A0USD'],
  ])
})
