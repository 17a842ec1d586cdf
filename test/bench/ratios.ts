import { isDeepStrictEqual } from 'node:util'
import type { BenchCase } from './cases.ts'
import type { OrderSamples } from './order-samples.ts'
import { createClient, median, medianMs, throughput, type Client, type Target } from './measure.ts'
import { withReference, type BenchOptions } from './open-bench.ts'
import { createTable } from './table.ts'

/** Requests of a round by one client. */
const requests = 60
const loadMs = 1500
const loadRounds = 3
const clients = 32

/** Who calls which server. */
type Callers = Record<'member' | 'site' | 'visitor', Target>

interface Servers {
  product: Callers
  reference: Callers
  samples: OrderSamples
}

const without = (answer: unknown, keys: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (keys.includes(key) ? undefined : value))

/** The reference is a fair one only while it answers the same. */
async function compareAnswers(
  it: BenchCase,
  samples: OrderSamples,
  one: Client,
  other: Client,
): Promise<void> {
  const [ours, theirs] = await Promise.all([
    one.call(it.requests(samples, 'product')()),
    other.call(it.requests(samples, 'reference')()),
  ])
  const [a, b] = [ours, theirs].map((bytes) => without(JSON.parse(bytes.toString()), it.ignore ?? []))
  if (!isDeepStrictEqual(a, b))
    throw new Error(
      `the answers differ\n${JSON.stringify(a).slice(0, 3000)}\n\n${JSON.stringify(b).slice(0, 3000)}`,
    )
}

async function measureCase(it: BenchCase, { product, reference, samples }: Servers, rounds: number) {
  const caller = it.caller ?? 'member'
  const [ours, theirs] = [createClient(product[caller], clients), createClient(reference[caller], clients)]
  // Reads change nothing, so that both are asked for the same.
  if (it.kind === 'read') await compareAnswers(it, samples, ours, theirs)
  const next = { ours: it.requests(samples, 'product'), theirs: it.requests(samples, 'reference') }
  // The code of a call is compiled while it is hot: a server that has just begun is slower for seconds.
  await throughput(ours, next.ours, { clients, ms: loadMs })
  await throughput(theirs, next.theirs, { clients, ms: loadMs })
  const single = { ours: [] as number[], theirs: [] as number[] }
  const loaded = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    single.ours.push(await medianMs(ours, next.ours, requests))
    single.theirs.push(await medianMs(theirs, next.theirs, requests))
  }
  for (let round = 0; round < loadRounds; round += 1) {
    loaded.ours.push(await throughput(ours, next.ours, { clients, ms: loadMs }))
    loaded.theirs.push(await throughput(theirs, next.theirs, { clients, ms: loadMs }))
  }
  await ours.close()
  await theirs.close()
  return {
    ms: [median(single.ours), median(single.theirs)] as const,
    perSecond: [median(loaded.ours), median(loaded.theirs)] as const,
  }
}

/** The product beside the reference over the same database, in turns; a line is printed for each case. */
export function measureRatios(options: BenchOptions, cases: readonly BenchCase[], rounds: number) {
  return withReference(options, async (servers) => {
    console.log(
      `\n${options.count} orders; ${rounds} rounds of ${requests} by turns; ${clients} clients for ${loadMs} ms\n`,
    )
    const table = createTable([
      'call',
      'ours, ms',
      'reference, ms',
      'ratio',
      'ours, a second',
      'reference, a second',
      'share',
    ])
    for (const it of cases) {
      const { ms, perSecond } = await measureCase(it, servers, rounds).catch((cause: unknown) => {
        throw new Error(`${it.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      })
      table.add([
        it.name,
        ms[0].toFixed(2),
        ms[1].toFixed(2),
        `${(ms[0] / ms[1]).toFixed(2)} ×`,
        perSecond[0].toFixed(0),
        perSecond[1].toFixed(0),
        `${((perSecond[0] / perSecond[1]) * 100).toFixed(0)} %`,
      ])
    }
  })
}
