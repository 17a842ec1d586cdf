import { expect, test } from 'vitest'
import { cases } from './cases.ts'
import { createClient } from './measure.ts'
import { withReference } from './open-bench.ts'
import { compareAnswers } from './ratios.ts'

test('what speed is measured against answers each call that reads as the product does', async () => {
  const reads = cases.filter(({ kind }) => kind === 'read')
  const differing = await withReference({ count: 2000 }, async ({ product, reference, samples }) => {
    const found: string[] = []
    for (const it of reads) {
      const caller = it.caller ?? 'member'
      const clients = [createClient(product[caller], 1), createClient(reference[caller], 1)] as const
      await compareAnswers(it, samples, ...clients).catch((error: unknown) =>
        found.push(`${it.name}: ${String(error)}`),
      )
      for (const client of clients) await client.close()
    }
    return found
  })
  expect(differing).toEqual([])
})
