import { expect, test } from 'vitest'
import type { PrivacyRequest } from '#contract/privacy.ts'
import { customerName, describeAccessLink, describeErasure, describeRequest } from './request-labels.ts'

type AccessLink = NonNullable<PrivacyRequest['access_link']>

test('a request is described by its kinds and its channel', () => {
  expect(describeRequest({ kinds: ['access', 'erasure'], channel: 'e-mail' })).toBe(
    'Access and erasure · by e-mail',
  )
  expect(describeRequest({ kinds: ['restriction'], channel: 'telephone' })).toBe('Restriction · by telephone')
  expect(describeRequest({ kinds: ['access', 'correction', 'erasure'], channel: 'site' })).toBe(
    'Access, correction and erasure · by the site',
  )
})

test('an erased customer is named by an order, or is unknown without orders', () => {
  expect(customerName({ name: 'Budi', order_ids: [2000001] })).toBe('Budi')
  expect(customerName({ name: '', order_ids: [2000001, 2000002] })).toBe('Customer of 2000001')
  expect(customerName({ name: '', order_ids: [] })).toBe('Unknown customer')
})

test('the erasure button counts whole orders and parts', () => {
  expect(describeErasure({ whole: 2, parts: 1 })).toBe('Erase 2 orders and parts of 1')
  expect(describeErasure({ whole: 1, parts: 0 })).toBe('Erase 1 order')
  expect(describeErasure({ whole: 0, parts: 2 })).toBe('Erase parts of 2 orders')
})

test('an access link is described by its times and a bounced mail', () => {
  const sent: AccessLink = {
    sent_at: '2026-11-21T03:00:00Z',
    by: 'Ayu',
    until: '2026-12-05T03:00:00Z',
    is_over: false,
    mail_state: 'sent',
    opened_at: null,
    pdf_at: null,
    json_at: null,
  }
  const what = (link: AccessLink) => describeAccessLink(link).map((line) => line.what)
  expect(what(sent)).toEqual(['link sent', 'open until'])
  expect(what({ ...sent, mail_state: 'bounced' })[0]).toBe('the mail bounced; sent')
  const taken = { ...sent, is_over: true, opened_at: sent.until, pdf_at: sent.until, json_at: sent.until }
  expect(describeAccessLink(taken)).toHaveLength(5)
  expect(what(taken).at(-1)).toBe('the link is over; it was open until')
})
