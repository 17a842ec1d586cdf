import { expect, test } from 'vitest'
import { decodeOrderId } from './order-id.ts'
import { matchesAny } from './page-patterns.ts'
import {
  inlineDocumentPath,
  orderPath,
  orderPattern,
  previewPath,
  trackPath,
  trackPattern,
  visitorPagePatterns,
} from './visitor-addresses.ts'

test('a link holds the encoded id of its order', () => {
  expect(decodeOrderId(trackPattern.exec(trackPath(2048654))?.[1] ?? '')).toBe('2048654')
  expect(decodeOrderId(orderPattern.exec(orderPath(2048654))?.[1] ?? '')).toBe('2048654')
  expect(trackPath(null)).toBe('/track-order')
})

test('only the segment after the page is the id of an order', () => {
  expect(trackPattern.test('/track-order')).toBe(true)
  expect(trackPattern.exec('/track-order')?.[1]).toBeUndefined()
  expect(trackPattern.exec('/track-order/')?.[1]).toBe('')
  for (const path of ['/a/track-order/abc', '/track-order/abc/def', '/track-orders'])
    expect(trackPattern.test(path), path).toBe(false)
  for (const path of [
    '/a/get-new-order-details/abc',
    '/get-new-order-details/abc/def',
    '/get-new-order-details/',
  ])
    expect(orderPattern.test(path), path).toBe(false)
})

test.each(['/track-order', '/track-order/abc', '/get-new-order-details', '/get-new-order-details/abc'])(
  '%s is answered with a visitor page',
  (path) => {
    expect(matchesAny(visitorPagePatterns, path)).toBe(true)
  },
)

test.each(['/', '/track-orders', '/admin', '/get-new-order-detailsx'])('%s is not', (path) => {
  expect(matchesAny(visitorPagePatterns, path)).toBe(false)
})

test('a document and its preview lie under the order and the name of the file', () => {
  expect(inlineDocumentPath(2048654, 'a b.pdf')).toBe('/uploads/docs/2048654_a%20b.pdf?inline=1')
  expect(previewPath(2048654, 'a.pdf')).toBe('/uploads/previews/2048654_a.pdf')
})
