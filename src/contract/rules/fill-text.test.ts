import { expect, test } from 'vitest'
import { fillText, pluralForm } from './fill-text.ts'

test('each value takes its place, as often as the text names it', () => {
  expect(fillText('{name}, {date}: {name}', { name: 'Lan', date: 5 })).toBe('Lan, 5: Lan')
})

test('a value with braces or dollar signs is shown as it is', () => {
  expect(fillText('{name} on {date}', { name: '{date} $&', date: '5 May' })).toBe('{date} $& on 5 May')
})

test('a place without a value stays', () => {
  expect(fillText('until {date}', {})).toBe('until {date}')
})

test.each([
  ['en', 1, 'one'],
  ['en', 5, 'other'],
  ['ar', 5, 'few'],
  ['ar', 11, 'other'],
  ['ja', 1, 'other'],
] as const)('the form of %s for %i is %s, the other form where it has none', (language, count, form) => {
  expect(pluralForm(language, { one: 'one', few: 'few', other: 'other' }, count)).toBe(form)
})
