import { describe, expect, test } from 'vitest'
import { changedBy, dataBefore, mergeChanges, type Data, type DataChange } from './merge-changes.ts'

const budi = { family_member_name: 'Budi', family_passport_number: 'C1', family_relationship: 'Husband' }
const ani = { family_member_name: 'Ani', family_passport_number: 'C2', family_relationship: 'Child' }
const dewi = { family_member_name: 'Dewi', family_passport_number: '', family_relationship: 'Child' }
const eko = { family_member_name: 'Eko', family_passport_number: '', family_relationship: 'Child' }
const family = (...familyMember: Data[]) => ({ familyMember })
const wine = { group: 'cigarettes', description_of_Goods: 'Wine', quantityofGoods: '1', value: '20' }
const camera = { group: 'purchase', description_of_Goods: 'Camera', quantityofGoods: '1', value: '900' }
const goods = (...importingGoods: Data[]) => ({ importingGoods })
const declared = (...details: Data[]) => ({ animals: 'No', details })

type Case = [title: string, was: Data, theirs: Data, mine: Data, merged: Data]

describe('what two changed is merged', () => {
  test.each<Case>([
    ['different fields', { a: '1', b: '2' }, { a: '3', b: '2' }, { a: '1', b: '4' }, { a: '3', b: '4' }],
    ['the same value given by both', { a: '1' }, { a: '2' }, { a: '2' }, { a: '2' }],
    ['a field that was absent', {}, { a: '2' }, { a: '' }, { a: '2' }],
    [
      'a row added, another corrected',
      family(budi),
      family(budi, ani),
      family({ ...budi, family_passport_number: 'C9' }),
      family({ ...budi, family_passport_number: 'C9' }, ani),
    ],
    ['a row added by each', family(budi), family(budi, ani), family(budi, dewi), family(budi, dewi, ani)],
    ['the same row added by both', family(budi), family(budi, ani), family(budi, ani), family(budi, ani)],
    [
      'the same row added by both, filled in differently',
      family(),
      family({ ...ani, family_relationship: '' }),
      family({ ...ani, family_passport_number: '' }),
      family(ani),
    ],
    [
      'a row removed, another added',
      family(budi, ani),
      family(ani),
      family(budi, ani, dewi),
      family(ani, dewi),
    ],
    ['a row removed by both', family(budi, ani), family(ani), family(ani), family(ani)],
    [
      'a new order, and a row added',
      family(budi, ani),
      family(ani, budi),
      family(budi, ani, dewi),
      family(ani, dewi, budi),
    ],
    [
      'a row added, and a new order',
      family(budi, ani),
      family(budi, ani, dewi),
      family(ani, budi),
      family(ani, dewi, budi),
    ],
    [
      'name and passport of one row',
      family(budi),
      family({ ...budi, family_member_name: 'Budhi' }),
      family({ ...budi, family_passport_number: 'C9' }),
      family({ ...budi, family_member_name: 'Budhi', family_passport_number: 'C9' }),
    ],
    [
      'a line added, another corrected',
      goods(declared(wine)),
      goods(declared(wine, camera)),
      goods(declared({ ...wine, value: '25' })),
      goods(declared({ ...wine, value: '25' }, camera)),
    ],
    [
      'a declaration removed, another corrected',
      goods(declared(wine), declared(camera)),
      goods(declared(camera)),
      goods(declared(wine), declared({ ...camera, value: '950' })),
      goods(declared({ ...camera, value: '950' })),
    ],
    [
      'an answer and a line',
      goods(declared(wine)),
      goods({ ...declared(wine), animals: 'Yes' }),
      goods(declared()),
      goods({ ...declared(), animals: 'Yes' }),
    ],
  ])('%s', (_title, was, theirs, mine, merged) => {
    expect(mergeChanges(was, theirs, mine)).toMatchObject({ data: merged, conflicts: [] })
  })
})

describe('what both changed is a conflict; mine stays until theirs is taken', () => {
  test.each<
    [string, Data, Data, Data, { field: string; was: unknown; theirs: unknown; mine: unknown }, Data]
  >([
    [
      'a field',
      { a: '1' },
      { a: '2' },
      { a: '3' },
      { field: 'a', was: '1', theirs: '2', mine: '3' },
      { a: '2' },
    ],
    [
      'a field of a row, whose index is mine',
      family(budi, ani),
      family({ ...budi, family_relationship: 'Friend' }, ani),
      family(ani, { ...budi, family_relationship: 'Son' }),
      { field: 'familyMember.1.family_relationship', was: 'Husband', theirs: 'Friend', mine: 'Son' },
      family(ani, { ...budi, family_relationship: 'Friend' }),
    ],
    [
      'a row that they removed',
      family(budi, ani),
      family(budi),
      family(budi, { ...ani, family_relationship: 'Niece' }),
      { field: 'familyMember.1', was: ani, theirs: null, mine: { ...ani, family_relationship: 'Niece' } },
      family(budi),
    ],
    [
      'a row that I removed',
      family(budi, ani),
      family({ ...budi, family_relationship: 'Friend' }, ani),
      family(ani),
      { field: 'familyMember.0', was: budi, theirs: { ...budi, family_relationship: 'Friend' }, mine: null },
      family({ ...budi, family_relationship: 'Friend' }, ani),
    ],
    [
      'a line',
      goods(declared(wine)),
      goods(declared({ ...wine, value: '21' })),
      goods(declared({ ...wine, value: '22' })),
      { field: 'importingGoods.0.details.0.value', was: '20', theirs: '21', mine: '22' },
      goods(declared({ ...wine, value: '21' })),
    ],
    [
      'the order of rows',
      family(budi, ani, dewi),
      family(ani, budi, dewi),
      family(budi, dewi, ani),
      {
        field: 'familyMember',
        was: [budi, ani, dewi],
        theirs: [ani, budi, dewi],
        mine: [budi, dewi, ani],
      },
      family(ani, budi, dewi),
    ],
  ])('%s', (_title, was, theirs, mine, conflict, withTheirs) => {
    const merged = mergeChanges(was, theirs, mine)
    expect(merged).toMatchObject({ data: mine, conflicts: [conflict] })
    expect(mergeChanges(was, theirs, mine, new Set([conflict.field])).data).toMatchObject(withTheirs)
  })
})

test('every change of another is told with its value before and after', () => {
  const was = { a: '1', ...family(budi, ani) }
  const theirs = { a: '2', ...family({ ...ani, family_relationship: 'Niece' }, eko) }
  expect(mergeChanges(was, theirs, was).meanwhile).toEqual([
    { field: 'a', was: '1', now: '2' },
    { field: 'familyMember.0', was: budi, now: null },
    { field: 'familyMember.0.family_relationship', was: 'Child', now: 'Niece' },
    { field: 'familyMember.1', was: null, now: eko },
  ])
})

test('who gave a field its value is found among several changes, and the data before them', () => {
  const changes: DataChange[] = [
    {
      by: 'Ben',
      at: '3',
      changes: { familyMember: { from: [budi, ani], to: [{ ...budi, family_relationship: 'Son' }, ani] } },
    },
    {
      by: 'Ana',
      at: '2',
      changes: { familyMember: { from: [budi], to: [budi, ani] }, a: { from: '1', to: '2' } },
    },
  ]
  const now = { a: '2', ...family({ ...budi, family_relationship: 'Son' }, ani) }
  expect(dataBefore(now, changes)).toEqual({ a: '1', ...family(budi) })
  const by = mergeChanges(dataBefore(now, changes), now, dataBefore(now, changes)).meanwhile.map((change) => [
    change.field,
    changedBy(change, changes)?.by,
  ])
  expect(by).toEqual([
    ['a', 'Ana'],
    ['familyMember.0.family_relationship', 'Ben'],
    ['familyMember.1', 'Ana'],
  ])
})
