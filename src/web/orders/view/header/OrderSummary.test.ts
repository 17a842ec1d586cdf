import { expect, test } from 'vitest'
import { submissionWindow } from './OrderSummary.tsx'

test.each([
  ['2026-11-19', { phase: 'before', text: 'opens 20-11-2026' }],
  ['2026-11-20', { phase: 'open', text: 'open, travels in 3 d' }],
  ['2026-11-23', { phase: 'open', text: 'open, travels today' }],
  ['2026-11-24', { phase: 'over', text: 'closed after 23-11-2026' }],
])('the window on %s', (today, window) => {
  const days = 'Open from 20-11-2026 to 23-11-2026, the day of travel'
  expect(submissionWindow('2026-11-20', '2026-11-23', today)).toEqual({ ...window, days })
})

test('there is no window without a travel date', () => {
  expect(submissionWindow(null, null, '2026-11-20')).toBeNull()
})
