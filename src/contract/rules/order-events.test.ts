import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { actionLabel, isEventAction, orderEvents } from './order-events.ts'
import { keysOf } from './typed-keys.ts'

test('an action is its label in lower case, and each label is shown for its own action only', () => {
  for (const action of keysOf(orderEvents)) {
    expect(isEventAction(action)).toBe(true)
    expect(actionLabel(action).toLowerCase()).toBe(action)
  }
})

test('an action of another version is shown with a capital', () => {
  for (const action of ['parked', 'constructor']) expect(isEventAction(action)).toBe(false)
  expect(actionLabel('parked for later')).toBe('Parked for later')
})

test.each([
  ['transaction saved', { transaction_id: { from: null, to: 'T1' }, merchant_name: { from: 'A', to: null } }],
  [
    'chargeback recorded',
    {
      due_on: { from: null, to: '2026-12-01' },
      reason_code: { from: null, to: '10.4' },
      outcome: { from: null, to: null },
    },
  ],
  ['downloaded', { file1: 'a.pdf', name: 'approved.pdf' }],
  ['document previewed', { file1: 'a.pdf', name: 'approved.pdf' }],
  ['invoice queued', { number: '2048654', to: 'a@example.com' }],
  ['mail bounced', { reason: 'no such mailbox' }],
] as const)('%s keeps its details, and each of them is required', (action, details) => {
  const schema = orderEvents[action].details
  expect(z.parse(schema, details)).toEqual(details)
  for (const [key, value] of Object.entries(details)) {
    expect(z.safeParse(schema, { ...details, [key]: undefined }).success).toBe(false)
    if (typeof value === 'object')
      expect(z.safeParse(schema, { ...details, [key]: { from: value.from } }).success).toBe(false)
  }
})
