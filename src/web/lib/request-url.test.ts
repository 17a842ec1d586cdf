import { expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import { requestUrl } from './request-url.ts'

test('path parameters are encoded into the path', () => {
  expect(requestUrl(getOrder, { params: { orderId: 'a/b 1' } })).toBe(
    '/api/admin/get-orders-details/a%2Fb%201',
  )
})

test('the query contains the defined values only', () => {
  expect(
    requestUrl(listOrders, {
      params: { orderName: 'newOrder' },
      query: { page: 2, limit: undefined, 'filter[arrival_full_name]': 'A & B' },
    }),
  ).toBe('/api/admin/get-orders-list/newOrder?page=2&filter%5Barrival_full_name%5D=A+%26+B')
})
