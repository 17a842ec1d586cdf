import { expect, test } from 'vitest'
import { sumByCurrency } from './BulkRefundDialog.tsx'

test('amounts are summed by currency without rounding errors', () => {
  expect(
    sumByCurrency([
      { amount: '0.1', currency: 'USD' },
      { amount: ' 0.20', currency: 'USD' },
      { amount: '1250', currency: 'EUR' },
      { amount: '12.', currency: 'EUR' },
      { amount: '', currency: 'IDR' },
    ]),
  ).toBe('1,250.00 EUR, 0.30 USD')
  expect(sumByCurrency([])).toBe('')
})
