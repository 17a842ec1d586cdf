import { expect, test } from 'vitest'
import { eventDetails } from './event-details.ts'

const changesOf = (changes: object) => eventDetails({ details: { changes } }).changes
const member = (name: string, passport = '') => ({
  family_member_name: name,
  family_passport_number: passport,
  family_nationality: '',
  family_other_nationalities: '',
  family_relationship: 'Husband',
})
const answerOptions = {
  animals: 'No',
  narcotics: 'No',
  currency: 'No',
  foreign: 'No',
  cigarettes: 'No',
  purchase: 'No',
  imported_goods: 'No',
  originating_goods: '',
}
const camera = {
  group: 'purchase',
  category: 'Electronics',
  description_of_Goods: 'Camera',
  quantityofGoods: '1',
  units: 'Piece',
  value: '1699.00',
  currency: 'USD',
  unaccompanied_baggage: '',
  date_month_year_import: '',
}

test('a correction shows labels, old and new values and the reason', () => {
  const details = {
    fields: ['arrival_full_name', 'arrival_dob', 'arrival_new_thing'],
    reason: 'She wrote so',
    changes: {
      arrival_full_name: { from: 'Tuyet', to: 'Tuyết' },
      arrival_dob: { from: '', to: '1987-09-02' },
      arrival_new_thing: { from: 'A', to: '' },
    },
  }
  expect(eventDetails({ details })).toEqual({
    name: '',
    reason: 'She wrote so',
    changes: [
      { label: 'Full name', from: 'Tuyet', to: 'Tuyết' },
      { label: 'Date of birth', from: '-', to: '02-09-1987' },
      { label: 'New thing', from: 'A', to: '-' },
    ],
  })
})

test('a changed family shows only removed and added rows', () => {
  const from = [member('Hải', 'C1'), member('Bảo Anh')]
  expect(changesOf({ familyMember: { from, to: [member('Bảo Anh'), member('Hải', 'C2')] } })).toEqual([
    { label: 'Family member', from: 'Hải, C1, Husband', to: 'Hải, C2, Husband' },
  ])
  expect(changesOf({ familyMember: { from, to: [...from, member('Bảo Anh')] } })).toEqual([
    { label: 'Family member', from: '-', to: 'Bảo Anh, Husband' },
  ])
  expect(changesOf({ familyMember: { from, to: [] } })).toHaveLength(2)
})

test('changed goods show changed answers and removed and added lines', () => {
  const from = [{ ...answerOptions, details: [] }]
  const to = [{ ...answerOptions, purchase: 'Yes', details: [camera] }]
  expect(changesOf({ importingGoods: { from, to } })).toEqual([
    { label: 'Goods bought abroad worth more than USD 500', from: 'No', to: 'Yes' },
    { label: 'Goods', from: '-', to: 'Camera, 1 Piece, Electronics, 1,699.00 USD' },
  ])
})

test('a chargeback and a transaction show changed values only', () => {
  const details = {
    due_on: { from: null, to: '2026-12-01' },
    reason_code: { from: '10.4', to: '10.4' },
    outcome: { from: null, to: 'Won' },
    transaction_id: { from: 'old', to: 'new' },
  }
  expect(eventDetails({ details }).changes).toEqual([
    { label: 'Transaction ID', from: 'old', to: 'new' },
    { label: 'Due date', from: '-', to: '01-12-2026' },
    { label: 'Outcome', from: '-', to: 'Won' },
  ])
})

test('a withdrawn document shows its name and reason', () => {
  const details = { name: 'wrong.pdf', reason: 'Another traveller’s' }
  expect(eventDetails({ details })).toEqual({ ...details, changes: [] })
})

test('an event without details has no name, reason or changes', () => {
  expect(eventDetails({ details: {} })).toEqual({ name: '', reason: '', changes: [] })
})

test('an event of a request names what it is about', () => {
  expect(eventDetails({ details: { about: 'twice', text: 'Both cards were charged' } })).toEqual({
    name: 'I paid twice',
    reason: '',
    changes: [],
  })
})
