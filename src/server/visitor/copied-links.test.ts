import { expect, test } from 'vitest'
import { mendUrl, withoutSignsAround } from './copied-links.ts'

const id = 'NzIxNjY1ODYyMg'

test.each(
  [
    '.',
    ')',
    ',',
    ';',
    '!',
    '*',
    "'",
    '=',
    '==',
    '%20',
    '%0A',
    '%22',
    '%3E',
    '%E3%80%82',
    ').',
    '%',

    '%FF',
    '/.',
  ].map((sign) => [sign]),
)('a link with %j behind its order id leads to the order (product §16)', (sign) => {
  expect(withoutSignsAround(mendUrl(`/track-order/${id}${sign}`)).replace(/\/\.$/, '')).toBe(
    `/track-order/${id}`,
  )
})

test.each([
  ['/get-new-order-details/(NzIxNjY1ODYyMg', '/get-new-order-details/NzIxNjY1ODYyMg'],
  ['/track-order/3608329311.', '/track-order/3608329311'],
  ['/admin/view-order/NzIxNjY1ODYyMg%3E', '/admin/view-order/NzIxNjY1ODYyMg'],
  ['/answer/-a_b-.', '/answer/-a_b-'],
  ['/reset-password/-a_b-)%20', '/reset-password/-a_b-'],
  ['/track-order/a.b', '/track-order/a.b'],
  ['/track-order/', '/track-order/'],
  ['/uploads/docs/1_a.pdf.', '/uploads/docs/1_a.pdf.'],
])('%j means %j', (path, meant) => {
  expect(withoutSignsAround(path)).toBe(meant)
})

test.each([
  ['/track-order/a%?lang=%', '/track-order/a%25?lang=%'],
  ['/%C3%A9%', '/%C3%A9%25'],
  ['/%C3%A9%FF', '/%25%25%25'],
  ['/%C3%A9', '/%C3%A9'],
  ['/api/admin/%', '/api/admin/%'],
])('%j is routed as %j', (url, routed) => {
  expect(mendUrl(url)).toBe(routed)
})
