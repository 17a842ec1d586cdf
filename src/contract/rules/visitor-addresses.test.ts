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

test.each([trackPath(null), trackPath(2048654), orderPath(2048654), '/get-new-order-details'])(
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
