import { expect, test } from 'vitest'
import type { OrderDetails } from '#contract/order-details.ts'
import { fieldsOfIdentifiers, identifierNames } from '#contract/rules/document-identifiers.ts'
import { isAskable } from '#contract/rules/question-fields.ts'
import { askableFields, askedLabel, matchingFields } from './askable-fields.ts'

const anOrder = (fields: object) =>
  ({ landing_domain: 'arrival.example', ...fields }) as unknown as OrderDetails

test('filled fields come first, then empty fields and the photo; all can be asked', () => {
  const { filled, empty } = askableFields(
    anOrder({ arrival_passport_number: 'C488I027', arrival_doa: '2026-11-23' }),
  )
  expect(filled.map(({ label, value }) => [label, value])).toEqual([
    ['Passport', 'C488I027'],
    ['Arrival', '23-11-2026'],
  ])
  expect(empty.at(-1)?.label).toBe('Photo of the passport page')
  expect([...filled, ...empty].filter(({ key }) => !isAskable(key))).toEqual([])
  expect(empty.filter(({ key }) => key.startsWith('departure_'))).toEqual([])
})

test('an order without data offers the declaration of its type', () => {
  const { empty } = askableFields(anOrder({ landing_domain: 'departure.example' }))
  expect(empty[0]?.key).toBe('departure_full_name')
})

test('a search finds labels and values', () => {
  const { filled } = askableFields(anOrder({ arrival_passport_number: 'C488I027', arrival_sex: 'F' }))
  expect(matchingFields(filled, ' 488i ').map(({ label }) => label)).toEqual(['Passport'])
  expect(matchingFields(filled, 'pass').map(({ label }) => label)).toEqual(['Passport'])
  expect(askedLabel('passport_page')).toBe('Photo of the passport page')
})

test('each identifier but order id and QR is a field that can be asked', () => {
  const fields = identifierNames.map((identifier) => fieldsOfIdentifiers([identifier]))
  expect(fields.flat().filter((key) => !isAskable(key))).toEqual([])
  expect(identifierNames.filter((_, at) => fields[at]?.length === 0)).toEqual(['order id', 'QR'])
})
