import { expect, test } from 'vitest'
import { progressText } from './follow-export.ts'

test.each([
  [12_000, 1_000_000, '12,000 of 1,000,000'],
  [0, null, 'Counting the rows'],
  [null, null, 'Another server sends it.'],
])('%j rows of %j are told as %s', (rows, total, text) => {
  expect(progressText({ rows, total })).toBe(text)
})
