import * as z from 'zod/mini'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importedOrder } from '#contract/intake.ts'
import { contentHash } from '../prepare-order.ts'
import { parseOrder } from './imported-order.ts'

const now = new Date('2026-11-20T05:00:00Z')

/** Values of which some are valid in some fields. */
const values = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('', 'Ana', 'a@b.example', '2026-11-20', 'Yes', '12.50', 'USD', '+62'),
  },
  fc.constantFrom('2026-11-20T05:00:00Z', '2026-11-20 05:00:00', 'priority', '4242', 'x'.repeat(20_000)),
  fc.constantFrom(700_001, 12, true, null, undefined),
  fc.constantFrom<unknown>(
    [],
    ['a', 'b'],
    {},
    [{ family_member_name: 'Bas' }],
    [{ remark: 'Called' }],
    [{ group: 'x' }],
  ),
)
const known = fc.constantFrom(...Object.keys(importedOrder.shape))
const keys = fc.oneof(
  { weight: 8, arbitrary: known },
  fc.constantFrom('arrival_further', 'departure_further', 'colour', '__proto__', 'constructor'),
)
const orders = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(keys, values), { maxLength: 8 }))
  .map(([isSound, entries]): object =>
    Object.fromEntries([
      ...(isSound
        ? [['landing_domain', 'arrival.old.example'] as const, ['email', 'a@b.example'] as const]
        : []),
      ...entries,
    ]),
  )

test('an order is parsed as the schema parses it, and refused for the same reasons', () => {
  const seen = { valid: 0, refused: 0 }
  fc.assert(
    fc.property(orders, (value) => {
      const parsed = parseOrder(value, now)
      const expected = z.safeParse(importedOrder, value)
      if (expected.success && 'order' in parsed) {
        seen.valid += 1
        expect(parsed.order).toEqual(expected.data)
        expect(contentHash(parsed.order)).toEqual(contentHash(expected.data))
      } else if (!expected.success) {
        seen.refused += 1
        const messages = expected.error.issues.map(({ message }) => message)
        expect(parsed).toEqual({ reason: [...new Set(messages)].join(' ') })
      } else expect(parsed).toEqual({ reason: expect.stringMatching(/is not known/) })
    }),
    { numRuns: 2000 },
  )
  expect(seen.valid).toBeGreaterThan(100)
  expect(seen.refused).toBeGreaterThan(100)
})

test.each([null, 'text', 5, [], [{}]])('%j is no order', (value) => {
  expect(parseOrder(value, now)).toHaveProperty('reason')
})
