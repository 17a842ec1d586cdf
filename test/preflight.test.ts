import { expect, test } from 'vitest'
import { checks } from '#contract/rules/preflight/preflight.ts'
import { measurePreflight } from './preflight/measure.ts'
import { plantedErrors } from './preflight/planted-errors.ts'

/** What orders leave to be known of night flights only sometimes tells; the others are found nearly always. */
const minRates: Readonly<Record<string, number>> = { 'night-flight': 0.5 }
const minRate = 0.75

test('planted errors of each kind are found, and clean orders have hardly any finding (product §12)', () => {
  expect(checks.length).toBeGreaterThanOrEqual(40)
  expect(plantedErrors.map(({ code }) => code).toSorted()).toEqual(checks.map(({ code }) => code).toSorted())
  const { kinds, alarmedOrders } = measurePreflight(20_261_124, 300, 12)
  const [planted, found] = (['planted', 'found'] as const).map((key) =>
    kinds.reduce((total, kind) => total + kind[key], 0),
  )
  expect(Number(found) / Number(planted)).toBeGreaterThanOrEqual(0.95)
  expect(kinds.filter((kind) => kind.found < kind.planted * (minRates[kind.code] ?? minRate))).toEqual([])
  expect(alarmedOrders).toBeLessThanOrEqual(3)
})
