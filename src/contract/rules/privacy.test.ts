import { expect, test } from 'vitest'
import { answerDueAt, requestClock } from './privacy.ts'

const asked_at = '2026-11-19T10:45:00Z'
const clockAfter = (hours: number, closed_at: string | null = null) =>
  requestClock({ asked_at, closed_at }, new Date(Date.parse(asked_at) + hours * 3_600_000))

test('a request is due 72 hours after it was asked', () => {
  expect(answerDueAt(new Date(asked_at)).toISOString()).toBe('2026-11-22T10:45:00.000Z')
})

test('the clock counts down, is amber under twelve hours, red after 72, and stops when the request is closed', () => {
  expect(clockAfter(-1)).toEqual({ text: '73 h left', tone: 'plain', percent: 0 })
  expect(clockAfter(41)).toEqual({ text: '31 h left', tone: 'plain', percent: 57 })
  expect(clockAfter(60)).toMatchObject({ text: '12 h left', tone: 'plain' })
  expect(clockAfter(60.1)).toMatchObject({ text: '11 h left', tone: 'soon' })
  expect(clockAfter(71.5)).toMatchObject({ text: '30 min left', tone: 'soon' })
  expect(clockAfter(72)).toEqual({ text: 'late 0 min', tone: 'late', percent: 100 })
  expect(clockAfter(80)).toEqual({ text: 'late 8 h', tone: 'late', percent: 100 })
  expect(clockAfter(80, '2026-11-19T15:50:00Z')).toEqual({
    text: 'closed in 5 h',
    tone: 'closed',
    percent: 0,
  })
})
