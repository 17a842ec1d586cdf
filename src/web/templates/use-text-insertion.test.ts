import { expect, test } from 'vitest'
import { gapRange, insertText, setApart } from './use-text-insertion.ts'

test('an insertion replaces the selection and selects its first gap', () => {
  expect(insertText('Dear , thanks', { start: 5, end: 5 }, 'Ms {name} of {flight}')).toEqual({
    text: 'Dear Ms {name} of {flight}, thanks',
    selection: { start: 8, end: 14 },
  })
  expect(insertText('old', { start: 0, end: 3 }, 'new text')).toEqual({
    text: 'new text',
    selection: { start: 8, end: 8 },
  })
})

test('a gap is found by its name', () => {
  expect(gapRange('at {due} {flight}', 'flight')).toEqual({ start: 9, end: 17 })
  expect(gapRange('at noon', 'flight')).toBeNull()
})

test('an insertion is separated from adjacent words', () => {
  expect(setApart('Thanks.more', { start: 7, end: 7 }, 'Dear {name}')).toBe(' Dear {name} ')
  expect(setApart('Thanks. , yours', { start: 8, end: 8 }, 'Dear')).toBe('Dear')
  expect(setApart('', { start: 0, end: 0 }, 'Dear')).toBe('Dear')
})
