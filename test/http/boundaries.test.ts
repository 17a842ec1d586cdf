import { expect, test } from 'vitest'
import { runBoundaries } from '../faults/boundaries/run-boundaries.ts'

// Every call and every boundary: npm run test:boundaries.
test('an upload whose server dies after a statement or a file operation is there as a whole or not at all (product §7)', async () => {
  const { useCases, violations } = await runBoundaries({
    only: 'POST /admin/upload-visa-document',
    seed: 1,
    sample: 2,
    verifiesEnd: false,
  })
  expect(violations).toEqual([])
  expect(useCases).toMatchObject([{ deaths: 2, lost: 0, halves: 0 }])
})
