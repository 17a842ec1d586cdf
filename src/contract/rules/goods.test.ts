import { expect, test } from 'vitest'
import { goodsKeys } from './goods.ts'

test('the eight categories stand in the specification’s order', () =>
  expect(goodsKeys).toEqual([
    'animals',
    'narcotics',
    'currency',
    'foreign',
    'cigarettes',
    'purchase',
    'imported_goods',
    'originating_goods',
  ]))
