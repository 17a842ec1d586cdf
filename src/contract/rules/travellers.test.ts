import { expect, test } from 'vitest'
import { correctedIndexes, travellerName, travellersOf, withoutDocument } from './travellers.ts'

const member = (name: string, passport = '') => ({
  family_member_name: name,
  family_passport_number: passport,
})

const order = {
  arrival_full_name: 'Siti Rahma',
  familyMember: [
    { ...member('Budi Rahma', 'C1'), family_relationship: 'Husband' },
    { ...member(''), family_relationship: 'Child' },
  ],
}

test('travellers are the applicant, then the family in its order; one without a name is called by the index', () => {
  const travellers = travellersOf(order)
  expect(travellers).toEqual([
    { travellerIndex: 0, name: 'Siti Rahma', relationship: '' },
    { travellerIndex: 1, name: 'Budi Rahma', relationship: 'Husband' },
    { travellerIndex: 2, name: '', relationship: 'Child' },
  ])
  expect([0, 2, 3].map((travellerIndex) => travellerName(travellers, travellerIndex))).toEqual([
    'Siti Rahma',
    'Traveller 3',
    null,
  ])
  expect(travellersOf({ departure_full_name: 'Ann', familyMember: [] })).toMatchObject([{ name: 'Ann' }])
})

test('a document of the whole order covers every traveller; a document of one leaves the others (product §12)', () => {
  const travellers = travellersOf(order)
  expect(withoutDocument(travellers, [{ traveller: 1 }]).map(({ travellerIndex }) => travellerIndex)).toEqual(
    [0, 2],
  )
  expect(withoutDocument(travellers, [{ traveller: 1 }, { traveller: null }])).toEqual([])
})

test.each([
  ['a name is corrected', [member('Budi', 'C1')], [member('Budhi', 'C1')], [1]],
  [
    'a text too long for a passport number is ignored',
    [member('Budi', 'C'.repeat(41)), member('Siti', 'D1')],
    [member('Siti', 'D1'), member('Ana', 'C'.repeat(41))],
    [null, 1],
  ],
  ['a passport is corrected', [member('Budi', 'C1')], [member('Budi', 'C2')], [1]],
  ['a name without a passport is corrected', [member('Budi')], [member('Budhi')], [1]],
  ['the first leaves', [member('Budi', 'C1'), member('Ani', 'C2')], [member('Ani', 'C2')], [null, 1]],
  [
    'they change places',
    [member('Budi', 'C1'), member('Ani', 'C2')],
    [member('Ani', 'C2'), member('Budi', 'C1')],
    [2, 1],
  ],
  ['one comes before', [member('Budi')], [member('Ani'), member('Budi')], [2]],
  ['another person comes instead', [member('Budi', 'C1')], [member('Ani', 'C2')], [null]],
  ['two of one name', [member('Budi'), member('Budi')], [member('Budi'), member('Budi')], [1, 2]],
])('%s: travellers are known again', (_what, before, after, indexes) => {
  expect([...correctedIndexes(before, after).values()]).toEqual(indexes)
})
