import { expect, test } from 'vitest'
import { customerName, describeErasure, describeRequest } from './request-labels.ts'

test('a request says what was asked and how it came', () => {
  expect(describeRequest({ kinds: ['access', 'erasure'], channel: 'e-mail' })).toBe(
    'Access and erasure · by e-mail',
  )
  expect(describeRequest({ kinds: ['restriction'], channel: 'telephone' })).toBe('Restriction · by telephone')
  expect(describeRequest({ kinds: ['access', 'correction', 'erasure'], channel: 'site' })).toBe(
    'Access, correction and erasure · by the site',
  )
})

test('an erased customer is named by an order, one without orders not at all', () => {
  expect(customerName({ name: 'Budi', order_ids: [2000001] })).toBe('Budi')
  expect(customerName({ name: '', order_ids: [2000001, 2000002] })).toBe('Customer of 2000001')
  expect(customerName({ name: '', order_ids: [] })).toBe('Unknown customer')
})

test('the button of an erasure says what it will do', () => {
  expect(describeErasure({ whole: 2, parts: 1 })).toBe('Erase 2 orders and parts of 1')
  expect(describeErasure({ whole: 1, parts: 0 })).toBe('Erase 1 order')
  expect(describeErasure({ whole: 0, parts: 2 })).toBe('Erase parts of 2 orders')
})
