import { expect, test } from 'vitest'
import { isCrossSite, lastSegment, keepTranslation } from './page-paths.ts'

const host = 'portal.example:8080'
const own = `http://${host}`

test.each([
  ['a form of this page', { 'sec-fetch-site': 'same-origin', origin: own }, false],
  ['one of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['one of a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://shop.portal.example' }, true],
  ['one from nowhere', { 'sec-fetch-site': 'none' }, true],
  ['an older browser here', { origin: own }, false],
  ['an older browser elsewhere', { origin: 'http://portal.example' }, true],
  ['an older browser that hides where', { origin: 'null' }, true],
  ['no browser', {}, false],
])('%s', (_, headers, foreign) => {
  expect(isCrossSite({ headers, host })).toBe(foreign)
})

test.each([
  ['/track-order', '?translate=nl&lang=de', '/track-order?translate=nl'],
  ['/track-order?link=sent', '?translate=nl', '/track-order?link=sent&translate=nl'],
  ['/track-order', '?lang=de', '/track-order'],
  ['/track-order', '?translate=%22%3E', '/track-order'],
])('%s%s redirects to %s', (path, search, expected) => {
  expect(keepTranslation(path, search)).toBe(expected)
})

test.each([
  ['', ''],
  ['NDA5', 'NDA5'],
  ['NDA5/', 'NDA5'],
  ['a/b', null],
])('the last segment of %j is %j', (rest, part) => {
  expect(lastSegment(rest)).toBe(part)
})
