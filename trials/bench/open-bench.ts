import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import {
  memberName,
  openInstallation,
  startProduct,
  startReference,
  referenceMonths,
} from './installation.ts'
import { readOrderSamples, type OrderSamples } from './order-samples.ts'

export interface BenchOptions {
  count: number
  /** Keeps the orders for the next run; without it they are removed. */
  folder?: string | undefined
}

export interface Bench {
  folder: string
  url: string
  client: pg.Client
  product: Awaited<ReturnType<typeof startProduct>>
  samples: OrderSamples
}

export async function withBench<T>(
  { count, folder: kept }: BenchOptions,
  measure: (bench: Bench) => Promise<T>,
): Promise<T> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'pabean-bench-')))
  const installation = await openInstallation(folder, count, (line) => console.error(line))
  const { url, client } = installation
  try {
    const product = await startProduct(url, folder)
    process.on('exit', product.kill)
    const samples = await readOrderSamples(
      client,
      { url: product.member.url, token: product.token },
      memberName,
    )
    return await measure({ folder, url, client, product, samples }).finally(product.stop)
  } finally {
    await installation.stop()
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
}

export const withReference = <T>(
  options: BenchOptions,
  measure: (bench: Bench & { reference: Awaited<ReturnType<typeof startReference>> }) => Promise<T>,
): Promise<T> =>
  withBench(options, async (bench) => {
    await bench.client.query(referenceMonths)
    const reference = await startReference(bench.url, bench.folder, bench.product.token)
    process.on('exit', reference.kill)
    return measure({ ...bench, reference }).finally(reference.stop)
  })
