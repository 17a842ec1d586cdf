import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { BenchCase } from './cases.ts'
import type { OrderSamples } from './order-samples.ts'
import { createClient, median, medianMs, throughput, type Client, type Target } from './measure.ts'
import { withReference, type BenchOptions } from './open-bench.ts'
import { createTable } from './table.ts'
import { reportFigures, thousands } from '../figures.ts'

const requests = 60
const loadMs = 1500
const loadRounds = 3
const clients = 32

type Callers = Record<'member' | 'site' | 'visitor', Target>

interface Servers {
  client: pg.Client
  product: Callers
  reference: Callers
  samples: OrderSamples
}

const without = (answer: unknown, keys: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (keys.includes(key) ? undefined : value))

/** Throws where product and reference answer differently. */
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

async function measureCase(it: BenchCase, { client, product, reference, samples }: Servers, rounds: number) {
  const caller = it.caller ?? 'member'
  const [ours, theirs] = [createClient(product[caller], clients), createClient(reference[caller], clients)]
  if (it.kind === 'read') await compareAnswers(it, samples, ours, theirs)
  const sides = [
    { http: ours, next: it.requests(samples, 'product') },
    { http: theirs, next: it.requests(samples, 'reference') },
  ].map((side) => ({ ...side, single: [] as number[], loaded: [] as number[] }))
  // Servers answer slower until the code of a call is compiled.
  for (const { http, next } of sides) {
    await it.restore?.(client)
    await throughput(http, next, { clients, ms: loadMs })
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { http, next, single } of sides) {
      await it.restore?.(client)
      single.push(await medianMs(http, next, requests))
    }
  for (let round = 0; round < loadRounds; round += 1)
    for (const { http, next, loaded } of sides) {
      await it.restore?.(client)
      loaded.push(await throughput(http, next, { clients, ms: loadMs }))
    }
  await ours.close()
  await theirs.close()
  return {
    ms: sides.map(({ single }) => median(single)),
    perSecond: sides.map(({ loaded }) => median(loaded)),
  }
}

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
    const ratios: { name: string; ratio: number }[] = []
    for (const it of cases) {
      if (options.count < (it.minOrders ?? 0)) {
        console.log(`(${it.name}: with ${it.minOrders} orders or more)`)
        continue
      }
      const {
        ms: [ms = Number.NaN, referenceMs = Number.NaN],
        perSecond: [perSecond = Number.NaN, referencePerSecond = Number.NaN],
      } = await measureCase(it, servers, rounds).catch((cause: unknown) => {
        throw new Error(`${it.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      })
      table.add([
        it.name,
        ms.toFixed(2),
        referenceMs.toFixed(2),
        `${(ms / referenceMs).toFixed(2)} ×`,
        perSecond.toFixed(0),
        referencePerSecond.toFixed(0),
        `${((perSecond / referencePerSecond) * 100).toFixed(0)} %`,
      ])
      ratios.push({ name: it.name, ratio: ms / referenceMs })
    }
    const worst = ratios.toSorted((a, b) => b.ratio - a.ratio)[0]
    reportFigures({
      tried: `${ratios.length} calls over ${thousands(options.count)} orders`,
      found: `median ratio ${median(ratios.map(({ ratio }) => ratio)).toFixed(2)}, highest ${worst?.ratio.toFixed(2)} (${worst?.name})`,
    })
  })
}
