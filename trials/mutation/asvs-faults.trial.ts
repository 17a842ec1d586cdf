import { expect, test } from 'vitest'
import { asvsFaults } from './asvs/asvs-faults.ts'
import { nameOf, placesOf, testOf } from './asvs/asvs-fault.ts'
import { sourceOf } from './sql-fault.ts'
import { asvsRows, namedTests } from '../../test/support/asvs-table.ts'

const met = asvsRows.filter(({ state }) => state === 'met')

test('every requirement that is met has a fault, and no other has', () => {
  const planted = new Set(asvsFaults.flatMap(({ requirements }) => requirements))
  const without = met.map(({ requirement }) => requirement).filter((number) => !planted.has(number))
  expect(without, 'to be added to test/mutation/asvs').toEqual([])
  expect([...planted].filter((number) => !met.some((row) => row.requirement === number))).toEqual([])
})

test('the text of each fault occurs once, and the fault changes it', () => {
  const others = asvsFaults.filter((fault) => placesOf(fault, sourceOf(fault.file)).length !== 1)
  expect(others.map(nameOf)).toEqual([])
  expect(asvsFaults.filter(({ find, replace }) => find === replace).map(nameOf)).toEqual([])
  const names = asvsFaults.map(nameOf)
  expect(names).toHaveLength(new Set(names).size)
})

test('the row of each requirement names the test that must see its fault', () => {
  const wrong = asvsFaults.flatMap((fault) => {
    const { path, title } = testOf(fault)
    return fault.requirements.flatMap((number) => {
      const named = namedTests(met.find((row) => row.requirement === number)?.by ?? '')
      const isNamed = named.some((it) => it.path === path && title.startsWith(it.title ?? ''))
      return isNamed ? [] : [`${number}: ${fault.test}`]
    })
  })
  expect(wrong).toEqual([])
})
