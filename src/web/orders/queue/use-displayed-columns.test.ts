import { expect, test } from 'vitest'
import { fitColumns } from './use-displayed-columns.ts'

const columns = [
  { key: 'orderId', width: 80 },
  { key: 'telephone', width: 120 },
  { key: 'refundDate', width: 90 },
  { key: 'processMonth', width: 70 },
]
const keysIn = (room: number) => fitColumns(columns, ['refundDate'], room + 146).map(({ key }) => key)

test('columns are dropped in a fixed order until the others fit', () => {
  expect(keysIn(360)).toHaveLength(4)
  expect(keysIn(359)).toEqual(['orderId', 'telephone', 'processMonth'])
  expect(keysIn(200)).toEqual(['orderId', 'telephone'])
  expect(keysIn(10)).toEqual(['orderId'])
})
