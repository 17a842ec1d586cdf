import { expect, test } from 'vitest'
import { answerSubject, writerOf } from './message-text.ts'

test.each([
  ['My passport', 'Re: My passport – order 2000001'],
  ['Re: RE: AW: My passport', 'Re: My passport – order 2000001'],
  ['Re: order 2000001', 'Re: order 2000001'],
  ['回复：护照', 'Re: 护照 – order 2000001'],
  ['', 'Re: Order 2000001'],
])('an answer to %j has the subject %j', (subject, expected) => {
  expect(answerSubject(subject, 2_000_001)).toBe(expected)
})

test('a writer is named by name, else by address', () => {
  expect(writerOf({ from: 'a@b.example', fromName: 'Budi' })).toBe('Budi')
  expect(writerOf({ from: 'a@b.example', fromName: '' })).toBe('a@b.example')
  expect(writerOf({ from: '', fromName: '' })).toBe('Unknown sender')
})
