import { expect, test } from 'vitest'
import { actsByHour } from './ShiftTrack.tsx'
import { clockText, minuteText } from './shift-clock.ts'

test('marks are summed up by hour', () => {
  const marks = [
    { minute: 540, completed: 1, moved: 0 },
    { minute: 585, completed: 2, moved: 1 },
    { minute: 840, completed: 0, moved: 1 },
  ]
  expect(actsByHour(marks)).toBe('Today 9 to 10: 3 completed, 1 moved; 14 to 15: 1 moved')
  expect(actsByHour([])).toBe('Nothing yet today')
})

test('the clocks show the days of Jakarta and EST, which may differ', () => {
  expect(clockText(new Date('2026-11-21T03:45:59Z'))).toBe('21-11-2026 10:45 Jakarta · 20-11 22:45 EST')
  expect(minuteText(1440)).toBe('24:00')
})
