import { expect, test } from 'vitest'
import { dueAt, promiseOf, type PromisedOrder } from './promise.ts'

const hours = { standard: 24, priority: 4 }

test.each([
  ['standard: 24 h after it came', 'standard', null, null, '2026-11-21T05:00:00Z'],
  ['priority: 4 h', 'priority', null, null, '2026-11-20T09:00:00Z'],
  [
    "future: 24 h after Jakarta's midnight at which its window opens",
    'future',
    '2026-12-01',
    '2026-12-04',
    '2026-12-01T17:00:00Z',
  ],
  [
    'at the latest 12 h before the travel day begins in Jakarta',
    'standard',
    '2026-11-18',
    '2026-11-21',
    '2026-11-20T06:00:00Z',
  ],
  ['future too, with a window of no days', 'future', '2026-12-04', '2026-12-04', '2026-12-03T05:00:00Z'],
  ['never before an hour after it came', 'priority', '2026-11-17', '2026-11-20', '2026-11-20T06:00:00Z'],
] as const)('%s', (_rule, mode, windowOpensOn, travelDate, due) => {
  const createdAt = new Date('2026-11-20T05:00:00Z')
  expect(dueAt({ createdAt, mode, windowOpensOn, travelDate }, hours)).toEqual(new Date(due))
})

const now = new Date('2026-11-20T15:00:00Z')
const order: PromisedOrder = {
  process_status: 'New',
  due_at: '2026-11-20T18:30:00Z',
  window_opens_on: '2026-11-19',
  travel_date: '2026-11-22',
  processing_date: null,
}

test.each([
  ['due in 3 h', 'due', {}],
  ['due in 47 h', 'due', { due_at: '2026-11-22T14:59:59Z' }],
  ['due in 2 d', 'due', { due_at: '2026-11-22T15:00:00Z', travel_date: null }],
  ['due in 1 h', 'soon', { due_at: '2026-11-20T16:59:59Z' }],
  ['due in 1 min', 'soon', { due_at: '2026-11-20T15:00:00Z' }],
  ['late 1 min', 'late', { due_at: '2026-11-20T14:59:59Z' }],
  ['late 2 h', 'late', { due_at: '2026-11-20T12:30:00Z', travel_date: '2026-11-20' }],
  ['travels today', 'travels', { travel_date: '2026-11-20' }],
  ['missed', 'missed', { travel_date: '2026-11-19' }],
  ['missed', 'missed', { travel_date: '2026-11-19', process_status: 'Customer Called' }],
  ['opens in 2 h', 'opens', { window_opens_on: '2026-11-21' }],
  ['opens in 12 d', 'opens', { window_opens_on: '2026-12-03', travel_date: '2026-12-06' }],
  ['kept, 3 h early', 'kept', { process_status: 'Completed', processing_date: '2026-11-20T15:10:00Z' }],
  ['20 min late', 'broken', { process_status: 'Completed', processing_date: '2026-11-20T18:50:00Z' }],
] as const)('%s', (text, state, changes) => {
  expect(promiseOf({ ...order, ...changes }, now)).toEqual({ state, text })
})

test.each([
  ['without a promise', { due_at: null }],
  ['deleted', { process_status: 'Deleted' }],
  ['refunded', { process_status: 'Refunds', processing_date: '2026-11-20T15:10:00Z' }],
  ['completed by an import without a time', { process_status: 'Completed' }],
] as const)('no promise for an order %s (product §12)', (_case, changes) => {
  expect(promiseOf({ ...order, ...changes }, now)).toBeNull()
})
