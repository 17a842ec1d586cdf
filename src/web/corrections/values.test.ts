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

test('changedValues contains changed fields, and changed lists as a whole', () => {
  expect(changedValues(before, { ...before, reason: 'She wrote so' })).toEqual({})
  const fields = { ...before.fields, arrival_doa: '2026-11-24' }
  expect(changedValues(before, { ...before, fields })).toEqual({ arrival_doa: '2026-11-24' })
  expect(changedValues(before, { ...before, familyMember: [] })).toEqual({ familyMember: [] })
  const importingGoods = [{ ...emptyDeclaration, animals: 'Yes' as const }]
  expect(changedValues(before, { ...before, importingGoods })).toEqual({ importingGoods })
})

test("a server error is mapped to its input and uses the field's label", () => {
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

test("wirePaths contains the server's path of every input", () => {
  const importingGoods = [emptyDeclaration]
  const paths = wirePaths({ ...before, importingGoods })
  expect(paths).toEqual(
    expect.arrayContaining(['arrival_doa', 'familyMember.0.family_member_name', 'importingGoods.0.animals']),
  )
  expect(paths).not.toContain('reason')
})
