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
  /** Orders to be there. */
  count: number
  /** Keeps them for the next run; else they are removed with it. */
  folder?: string | undefined
}

/** The product over a filled database, and the orders that the cases name. */
export interface Bench {
  folder: string
  url: string
  client: pg.Client
  product: Awaited<ReturnType<typeof startProduct>>
  samples: OrderSamples
}

/** Gives `measure` a running product; ends it, and removes what nobody named a folder for. */
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

/** The same with the reference beside the product. */
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
