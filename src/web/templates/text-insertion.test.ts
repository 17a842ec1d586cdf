import { expect, test } from 'vitest'
import { gapRange, insertText } from './text-insertion.ts'

test('what is put in takes the place of what was selected, and its first gap is selected', () => {
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
