import { expect, test } from 'vitest'
import { assessLimit, type LimitName } from './monitoring.ts'

test.each<[LimitName, string, cases: number, sales: number, applies: boolean, isExceeded: boolean]>([
  ['vamp', '2026-11', 1500, 10_000, false, false],
  ['vamp', '2026-11', 1501, 10_000, true, true],
  ['vamp', '2026-03', 1501, 10_000, false, false],
  ['vamp', '2026-11', 1501, 200_000, true, false],
  ['ecp', '2026-11', 99, 1000, false, false],
  ['ecp', '2026-11', 100, 1000, true, true],
  ['merp', '2026-09', 5, 10, false, false],
  ['merp', '2026-10', 5, 10, true, false],
  ['acquirer', '2026-11', 1, 201, true, false],
  ['acquirer', '2026-11', 1, 200, true, true],
  ['acquirer', '2026-11', 1, 0, true, false],
])(
  '%s in %s with %i cases of %i sales: applies %s, exceeded %s (product §13)',
  (name, month, cases, sales, applies, isExceeded) => {
    expect(assessLimit(name, { month, cases, sales })).toMatchObject({ applies, isExceeded })
  },
)
