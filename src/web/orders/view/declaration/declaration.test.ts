import { describe, expect, test } from 'vitest'
import { readTelephones } from '#contract/rules/telephone.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { customerName, declarationSections } from './declaration.ts'

const noTelephones = { telephones: {} }
const arrival = { ...noTelephones, landing_domain: 'arrival.pabean.example' }
const textByLabel = (order: Parameters<typeof declarationSections>[0]) =>
  Object.fromEntries(
    declarationSections(order).flatMap(({ groups }) =>
      groups.flatMap(({ fields }) => fields.map(({ label, text }) => [label, text])),
    ),
  )

describe('declaration sections', () => {
  test('empty fields and empty groups are not shown', () => {
    const order = {
      ...arrival,
      arrival_full_name: 'Ayu',
      arrival_sex: ' ',
      arrival_visa_number: '-',
      arrival_doa: '',
    }
    expect(declarationSections(order)).toEqual([
      {
        prefix: 'arrival',
        title: 'Arrival',
        groups: [
          {
            title: 'Traveller',
            fields: [
              { key: 'arrival_full_name', label: 'Full name', text: 'Ayu', kind: 'text', wide: false },
            ],
          },
        ],
        hasNumbers: false,
      },
    ])
  })

  test('dates, local times and countries are formatted for display', () => {
    expect(
      textByLabel({
        ...noTelephones,
        landing_domain: 'departure.pabean.example',
        departure_dob: '1987-09-02',
        departure_departure_date: '2026-11-23 08:05:00',
        departure_nationality: 'VNM',
      }),
    ).toEqual({ 'Date of birth': '02-09-1987', Departure: '23-11-2026 08:05:00', Nationality: 'Viet Nam' })
  })

  test('a phone code is shown with its number, or alone without one', () => {
    const fields = { arrival_phone_code: 'INDONESIA', arrival_phone_number: '081234567' }
    const telephones = readTelephones(fields, readTelephoneNumber)
    expect(textByLabel({ ...arrival, ...fields, telephones })).toEqual({ Telephone: '+62 81234567' })
    expect(textByLabel({ ...arrival, arrival_phone_code: '62' })).toEqual({ 'Phone code': '62' })
  })

  test('unknown fields come last, labelled by their own names', () => {
    const [section] = declarationSections({
      ...arrival,
      arrival_full_name: 'Ayu',
      arrival_vaccine_name: 'A',
      arrival_: 'no field',
      order_id: 2048654,
    })
    expect(section?.groups.at(-1)).toEqual({
      title: 'Further fields',
      fields: [{ key: 'arrival_vaccine_name', label: 'Vaccine name', text: 'A', kind: 'text', wide: false }],
    })
  })

  test('long text spans the full width', () => {
    const [section] = declarationSections({ ...arrival, arrival_hotel_name: 'x'.repeat(10_000) })
    expect(section?.groups[0]?.fields[0]?.wide).toBe(true)
  })

  test('an e-mail address spans the full width at a shorter length', () => {
    const [section] = declarationSections({ ...arrival, arrival_email: 'jose.rizaldy@example.com.ph' })
    expect(section?.groups[0]?.fields[0]?.wide).toBe(true)
  })

  test('an order with both prefixes has both sections, arrival first', () => {
    const order = { ...arrival, departure_road: 'Jl. Raya', arrival_city: 'Denpasar' }
    expect(declarationSections(order).map(({ title }) => title)).toEqual(['Arrival', 'Departure'])
  })

  test.each([
    ['departure.pabean.example', 'departure', 'Departure'],
    ['www.pabean.example', 'arrival', 'Declaration'],
  ])('an empty declaration of %s keeps its empty section', (landing_domain, prefix, title) => {
    expect(declarationSections({ ...noTelephones, landing_domain })).toEqual([
      { prefix, title, groups: [], hasNumbers: false },
    ])
  })
})

test('customerName takes the name of the filled prefix', () => {
  expect(customerName({ ...arrival, departure_full_name: 'Budi' })).toBe('Budi')
  expect(customerName(arrival)).toBe('')
})
