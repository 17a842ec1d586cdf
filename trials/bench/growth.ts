import type { BenchCase } from './cases.ts'
import { createClient, median, medianMs } from './measure.ts'
import { withBench, type Bench, type BenchOptions } from './open-bench.ts'
import { createTable } from './table.ts'
import { reportFigures } from '../figures.ts'

const requests = 60
const smallCount = 10_000

const formatCount = (count: number) => count.toLocaleString('en')

/** The median of one client of each case with few and with many orders, in turns. Returns the section of the page. */
export async function measureGrowth(
  options: BenchOptions,
  smallFolder: string,
  cases: readonly BenchCase[],
  rounds: number,
): Promise<string> {
  const intro =
    `The same calls with ${formatCount(smallCount)} and with ${formatCount(options.count)} orders, both servers running, in turns: ` +
    `medians of one client (${rounds} rounds of ${requests}). Aim: 1.3, a rare search 2.`
  const measureBoth = (small: Bench, large: Bench) => async (it: BenchCase) => {
    const sides = [small, large].map(({ client: database, product, samples }) => ({
      restore: () => it.restore?.(database),
      client: createClient(product[it.caller ?? 'member'], 1),
      next: it.requests(samples, 'product'),
      times: [] as number[],
    }))
    for (const { restore, client, next } of sides) {
      await restore()
      await medianMs(client, next, requests / 2)
    }
    for (let round = 0; round < rounds; round += 1)
      for (const { restore, client, next, times } of sides) {
        await restore()
        times.push(await medianMs(client, next, requests))
      }
    for (const { client } of sides) await client.close()
    return sides.map(({ times }) => median(times))
  }
  return withBench({ count: smallCount, folder: smallFolder }, (small) =>
    withBench(options, async (large) => {
      console.log(`\n${intro}\n`)
      const table = createTable([
        'call',
        `${formatCount(smallCount)}, ms`,
        `${formatCount(options.count)}, ms`,
        'growth',
      ])
      const growths: number[] = []
      for (const it of cases) {
        const [few = Number.NaN, many = Number.NaN] = await measureBoth(small, large)(it)
        table.add([it.name, few.toFixed(2), many.toFixed(2), `${(many / few).toFixed(2)} ×`])
        growths.push(many / few)
      }
      reportFigures({
        tried: `${growths.length} calls, ${formatCount(smallCount)} and ${formatCount(options.count)} orders`,
        found: `median growth ${median(growths).toFixed(2)}, highest ${Math.max(...growths).toFixed(2)}`,
      })
      return `${intro}\n\n${table.text()}`
    }),
  )
}
