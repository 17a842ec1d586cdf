import { expect, test } from 'vitest'
import { emptyDeclaration } from './goods-fields.ts'
import { emptyFamilyMember } from './family-fields.ts'
import { changedValues, formErrors, wirePaths, type CorrectionValues } from './values.ts'

const before: CorrectionValues = {
  reason: '',
  fields: { arrival_full_name: 'Ayu', arrival_doa: '2026-11-23' },
  familyMember: [emptyFamilyMember],
  importingGoods: [],
}

test('only what is another now is sent, lists as wholes', () => {
  expect(changedValues(before, { ...before, reason: 'She wrote so' })).toEqual({})
  const fields = { ...before.fields, arrival_doa: '2026-11-24' }
  expect(changedValues(before, { ...before, fields })).toEqual({ arrival_doa: '2026-11-24' })
  expect(changedValues(before, { ...before, familyMember: [] })).toEqual({ familyMember: [] })
  const importingGoods = [{ ...emptyDeclaration, animals: 'Yes' as const }]
  expect(changedValues(before, { ...before, importingGoods })).toEqual({ importingGoods })
})

test('a message of the server stands at its input and speaks of it by its word', () => {
  expect(
    formErrors({
      arrival_doa: 'arrival_doa must be a date (YYYY-MM-DD).',
      'importingGoods.0.animals': 'animals must be Yes or No.',
    }),
  ).toEqual({
    'fields.arrival_doa': 'Arrival must be a date (YYYY-MM-DD).',
    'importingGoods.0.animals': 'animals must be Yes or No.',
  })
})

test('every input has the name by which the server speaks of it', () => {
  const importingGoods = [emptyDeclaration]
  const paths = wirePaths({ ...before, importingGoods })
  expect(paths).toEqual(
    expect.arrayContaining(['arrival_doa', 'familyMember.0.family_member_name', 'importingGoods.0.animals']),
  )
  expect(paths).not.toContain('reason')
})
