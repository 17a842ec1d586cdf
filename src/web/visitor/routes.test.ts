import { expect, test } from 'vitest'
import { orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import { routeOf } from './routes.ts'

test('a path made for an order is routed to that order (spec §2; product §6)', () => {
  expect(routeOf(trackPath('2048654'))).toEqual({ page: 'track', orderId: '2048654' })
  expect(routeOf(orderPath('2048654'))).toEqual({ page: 'order', orderId: '2048654' })
})

test.each([
  ['/track-order', { page: 'track', orderId: null }],
  ['/track-order/', { page: 'track', orderId: null }],
  ['/track-order/nonsense', { page: 'track', orderId: null }],
  ['/track-order/2048654', { page: 'track', orderId: '2048654' }],
  ['/get-new-order-details/nonsense', { page: 'order', orderId: null }],
  ['/get-new-order-details', { page: 'missing' }],
  ['/track-orders', { page: 'missing' }],
  ['/somewhere/else', { page: 'missing' }],
])('%s is routed', (path, route) => {
  expect(routeOf(path)).toEqual(route)
})
