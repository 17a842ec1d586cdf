import { expect, test } from 'vitest'
import { fillText } from './fill-text.ts'

test('each value takes its place, as often as the text names it', () => {
  expect(fillText('{name}, {date}: {name}', { name: 'Lan', date: 5 })).toBe('Lan, 5: Lan')
})

test('a value with braces or dollar signs is shown as it is', () => {
  expect(fillText('{name} on {date}', { name: '{date} $&', date: '5 May' })).toBe('{date} $& on 5 May')
})

test('a place without a value stays', () => {
  expect(fillText('until {date}', {})).toBe('until {date}')
})
