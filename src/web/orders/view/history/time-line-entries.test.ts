import { expect, test } from 'vitest'
import type { OrderDetails } from '#contract/order-details.ts'
import { timeLineEntries } from './time-line-entries.tsx'

const event = (id: number, at: string, action: string) => ({
  id,
  at,
  by: 'Ayu Lestari',
  action,
  from: null,
  to: null,
  details: {},
  can_restore: false,
  why_not_restored: null,
})

test('entries of all histories appear once, newest first', () => {
  const order = {
    events: [
      event(4, '2026-11-22T10:00:05Z', 'parked'),
      event(3, '2026-11-22T10:00:04Z', 'downloaded'),
      event(2, '2026-11-22T10:00:02Z', 'remark added'),
      event(1, '2026-11-22T10:00:00Z', 'created'),
    ],
    remark: [{ us_date: '11-22-2026', us_time: '05:00:02', remark_name: 'Ayu Lestari', remark: 'Called.' }],
    downloadHistory: [
      { create_ts: '2026-11-22T10:00:04Z', browser: 'Safari', os: 'iOS', ip: '::1', received: 'whole' },
    ],
    mailHistory: [
      { id: 'm1', create_ts: '2026-11-22T10:00:03Z', kind: 'approved', state: 'sent', to: 'a@b.example' },
    ],
    messages: [{ id: 9, at: '2026-11-22T10:00:01Z', direction: 'in', by: 'Anna', text: 'Hello' }],
  } as unknown as OrderDetails
  expect(timeLineEntries(order).map(({ key }) => key)).toEqual([
    'event 4',
    'download 0',
    'mail m1',
    'remark 0',
    'message 9',
    'event 1',
  ])
})
