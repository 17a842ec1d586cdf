import { expect, test } from 'vitest'
import { emptyDeclaration } from './goods-fields.ts'
import { nobody } from './family-fields.ts'
import { changesIn, formErrors, wirePaths, type CorrectionValues } from './values.ts'

const before: CorrectionValues = {
  reason: '',
  fields: { arrival_full_name: 'Ayu', arrival_doa: '2026-11-23' },
  familyMember: [nobody],
  importingGoods: [],
}

test('only what is another now is sent, lists as wholes', () => {
  expect(changesIn(before, { ...before, reason: 'She wrote so' })).toEqual({})
  const fields = { ...before.fields, arrival_doa: '2026-11-24' }
  expect(changesIn(before, { ...before, fields })).toEqual({ arrival_doa: '2026-11-24' })
  expect(changesIn(before, { ...before, familyMember: [] })).toEqual({ familyMember: [] })
  const importingGoods = [{ ...emptyDeclaration, animals: 'Yes' as const }]
  expect(changesIn(before, { ...before, importingGoods })).toEqual({ importingGoods })
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
