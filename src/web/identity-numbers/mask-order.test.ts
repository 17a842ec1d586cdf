import { expect, test } from 'vitest'
import type { OrderDetails } from '#contract/order-details.ts'
import { hasIdentityNumbers, maskOrder } from './mask-order.ts'

const family = {
  family_member_name: 'Ben',
  family_passport_number: 'B7654321',
  family_nationality: 'JPN',
  family_other_nationalities: '',
  family_relationship: 'Son',
}

const order = {
  order_id: 2000001,
  email: 'a1234567@example.com',
  merchant_name: 'A1234567',
  arrival_passport_number: 'A1234567',
  arrival_visa_number: '20261122',
  arrival_doa: '2026-11-22',
  arrival_other_purpose_of_travel: 'renewal of A 1234567',
  familyMember: [family],
  importingGoods: [],
  uploadDoc: [{ file1: 'A1234567.pdf', name: 'A1234567.pdf' }],
  mailHistory: [{ subject: 'Passport A1234567' }],
  messages: [
    {
      subject: 'My passport',
      text: 'It is a1234567.',
      quoted: '> OLD9999',
      files: [{ id: 1, name: 'OLD9999.jpg' }],
    },
  ],
  remark: [{ remark: 'Old passport OLD9999', us_date: '11-22-2026' }],
  events: [
    {
      at: '2026-11-22T10:00:00Z',
      details: {
        reason: 'New passport A1234567',
        changes: {
          arrival_passport_number: { from: 'OLD9999', to: 'A1234567' },
          familyMember: { from: [family], to: [] },
        },
      },
    },
  ],
} as unknown as OrderDetails

test('numbers are masked in fields, family, histories and texts, also corrected numbers', () => {
  const masked = maskOrder(order)
  expect(masked).toMatchObject({
    arrival_passport_number: '****567',
    arrival_visa_number: '****122',
    arrival_other_purpose_of_travel: 'renewal of ****567',
    familyMember: [{ family_member_name: 'Ben', family_passport_number: '****321' }],
    uploadDoc: [{ name: '****567.pdf' }],
    mailHistory: [{ subject: 'Passport ****567' }],
    messages: [{ text: 'It is ****567.', quoted: '> ****999', files: [{ name: '****999.jpg' }] }],
    remark: [{ remark: 'Old passport ****999' }],
    events: [
      {
        details: {
          reason: 'New passport ****567',
          changes: {
            arrival_passport_number: { from: '****999', to: '****567' },
            familyMember: { from: [{ family_passport_number: '****321' }] },
          },
        },
      },
    ],
  })
})

test('dates, and values that dialogs send back, are not masked', () => {
  expect(maskOrder(order)).toMatchObject({
    order_id: 2000001,
    email: 'a1234567@example.com',
    merchant_name: 'A1234567',
    arrival_doa: '2026-11-22',
    uploadDoc: [{ file1: 'A1234567.pdf' }],
    remark: [{ us_date: '11-22-2026' }],
    events: [{ at: '2026-11-22T10:00:00Z' }],
  })
})

test('an order without such numbers has nothing to show', () => {
  expect(hasIdentityNumbers(order)).toBe(true)
  expect(hasIdentityNumbers({ arrival_passport_number: '-', arrival_full_name: 'Ana' })).toBe(false)
})
