// npm run trial -- soak [orders] [--folder FOLDER] [--minutes 10]: 32 clients that read and write for so long: slowest answers,
// memory, and at the end every counter beside the orders counted one by one.
import { setTimeout as pause } from 'node:timers/promises'
import { cases, type BenchCase } from './cases.ts'
import { differingCounts } from './counted-orders.ts'
import { createClient, median } from './measure.ts'
import { withBench, type Bench } from './open-bench.ts'
import { residentMb } from './resident-memory.ts'
import { createTable } from './table.ts'
import { reportFigures, thousands } from '../figures.ts'
import { readOptions } from '../options.ts'

const clients = 32
const slowMs = 1000
const sampleMs = 5000

/** Calls of each kind per hundred. */
const shares: Readonly<Record<string, number>> = {
  'New, 50 rows and total': 20,
  'Pending, 50 rows and total': 5,
  'Completed, page 1': 5,
  'Completed, next page by key': 3,
  'Completed, far page': 2,
  'folder counts': 20,
  'order view': 20,
  'search, rare name': 3,
  'search, common word': 2,
  'assign one order': 6,
  'move one order': 6,
  'upload a picture of 100 kB': 1,
  'visitor: track': 2,
  'visitor: download of 100 kB': 1,
  intake: 4,
}

function mixCases(): BenchCase[] {
  const chosen = Object.entries(shares).flatMap(([name, share]) => {
    const it = cases.find((candidate) => candidate.name === name)
    if (!it) throw new Error(`${name} is no case`)
    return Array.from({ length: share }, (_, index) => ({ it, at: (index + 0.5) / share }))
  })
  return chosen.toSorted((a, b) => a.at - b.at).map(({ it }) => it)
}

interface Tally {
  times: number[]
  failures: string[]
}

async function callFor(ms: number, { product, samples }: Bench): Promise<Map<string, Tally>> {
  const mix = mixCases()
  const tallies = new Map<string, Tally>(mix.map(({ name }) => [name, { times: [], failures: [] }]))
  const next = new Map(mix.map((it) => [it, it.requests(samples, 'product')]))
  const callers = (['member', 'site', 'visitor'] as const).map(
    (caller) => [caller, createClient(product[caller], clients)] as const,
  )
  const clientOf = new Map(callers)
  const began = performance.now()
  let turn = 0
  const work = async () => {
    while (performance.now() - began < ms) {
      const it = mix[turn++ % mix.length]
      const request = it && next.get(it)?.()
      const tally = it && tallies.get(it.name)
      if (!it || !request || !tally) throw new Error('the mix is empty')
      const sent = performance.now()
      await clientOf
        .get(it.caller ?? 'member')
        ?.call(request)
        .catch((error: unknown) =>
          tally.failures.push(error instanceof Error ? error.message : String(error)),
        )
      tally.times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  for (const [, client] of callers) await client.close()
  return tallies
}

async function sampleMemory(pid: number, until: Promise<unknown>): Promise<number[]> {
  const sampled: number[] = []
  const stopping = new AbortController()
  const ended = until.finally(() => stopping.abort()).catch(() => {})
  while (!stopping.signal.aborted) {
    sampled.push(await residentMb(pid))
    await pause(sampleMs, undefined, { signal: stopping.signal }).catch(() => {})
  }
  await ended
  return sampled
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0

/** Growth is shown by quarter, since a server fills its caches at first. */
function describeMemory(sampled: readonly number[]): string {
  const quarter = Math.max(1, Math.floor(sampled.length / 4))
  const medians = [0, 1, 2, 3].map((part) => median(sampled.slice(part * quarter, (part + 1) * quarter)))
  return `Resident memory of the server, medians of the four quarters: ${medians.map((mb) => mb.toFixed(0)).join(', ')} MB; most ${Math.max(...sampled).toFixed(0)} MB.`
}

const { minutes, folder, first } = readOptions({ folder: '', minutes: 10 })
const options = { count: Number(first ?? 100_000), folder: folder || undefined }

await withBench(options, async (bench) => {
  console.log(
    `\n${clients} clients for ${minutes} minutes with ${thousands(options.count)} orders, four calls of five reading.\n`,
  )
  const calling = callFor(minutes * 60_000, bench)
  const sampled = await sampleMemory(bench.product.pid, calling)
  const tallies = await calling
  const table = createTable(['call', 'answers', 'p50, ms', 'p99, ms', 'slowest, ms', 'above 1 s', 'refused'])
  const describe = (name: string, { times, failures }: Tally) => {
    const sorted = times.toSorted((a, b) => a - b)
    const slow = sorted.filter((ms) => ms > slowMs).length
    const cells = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? 0]
    table.add([
      name,
      String(sorted.length),
      ...cells.map((ms) => ms.toFixed(1)),
      ...[slow, failures.length].map(String),
    ])
    return slow
  }
  for (const [name, tally] of tallies) describe(name, tally)
  const all = [...tallies.values()]
  const total: Tally = {
    times: all.flatMap(({ times }) => times),
    failures: all.flatMap(({ failures }) => failures),
  }
  const slow = describe('all', total)
  for (const failure of new Set(total.failures.slice(0, 5))) console.error(failure)

  const { url } = bench.product.member
  const { compared, differing } = await differingCounts({
    url,
    token: bench.product.token,
    client: bench.client,
  })
  for (const difference of differing) console.error(difference)
  console.log(`\n${describeMemory(sampled)}`)
  reportFigures({
    tried: `${thousands(total.times.length)} answers over ${thousands(options.count)} orders in ${minutes} minutes`,
    found: `${slow} above a second, ${total.failures.length} refused, ${differing.length} of ${compared} counters differ`,
  })
  if (slow > 0 || total.failures.length > 0 || differing.length > 0) process.exitCode = 1
})
