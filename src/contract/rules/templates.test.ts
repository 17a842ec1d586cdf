import { expect, test } from 'vitest'
import { gapsIn, unknownPlaceholders } from './placeholders.ts'
import { fillTemplate, placeholders, textFor } from './templates.ts'

const order = {
  order_id: 2_048_654,
  arrival_full_name: ' Maria Rossi ',
  arrival_doa: '2026-11-23',
  due_at: '2026-11-22T05:00:00Z',
  amount: '49.50',
  currency: 'USD',
  arrival_flight_number: '-',
}

test.each([
  ['en', 'Maria Rossi, 2048654: 23-11-2026, 22-11-2026 12:00 WIB, USD 49.50'],
  ['de', 'Maria Rossi, 2048654: 23. November 2026, 22. November 2026 12:00 WIB, 49,50 USD'],
] as const)('placeholders are filled in %s (product §12)', (language, text) => {
  const filled = fillTemplate('{name}, {order_id}: {arrival_date}, {due}, {amount}', order, language)
  expect(filled.replaceAll('\u{A0}', ' ')).toBe(text)
})

test('what the order does not have stays as a gap', () => {
  const filled = fillTemplate('{name} by {flight} from {departure_date}', order, 'en')
  expect(filled).toBe('Maria Rossi by {flight} from {departure_date}')
  expect(gapsIn(filled)).toEqual(['flight', 'departure_date'])
})

test('every placeholder says nothing of an empty order', () => {
  expect(Object.values(placeholders).map(({ valueOf }) => valueOf({}, 'en'))).toEqual(
    Object.values(placeholders).map(() => ''),
  )
})

test('what stands in braces and is no placeholder is named', () => {
  expect(unknownPlaceholders('{name} { name } {nme} {nme} {} {')).toEqual([' name ', 'nme', ''])
})

test('the text is that of the customer’s language, else the English one', () => {
  const texts = { en: 'Hello', de: 'Guten Tag' }
  expect(textFor(texts, 'de-AT')).toEqual({ language: 'de', text: 'Guten Tag' })
  expect(textFor(texts, 'Japanese')).toEqual({ language: 'en', text: 'Hello' })
  expect(textFor(texts, null)).toEqual({ language: 'en', text: 'Hello' })
})
