// npm run bench -- [orders] [--folder FOLDER] [--only WORDS]: the product beside a bare handler over the same PostgreSQL, in
// turns: medians of one client, requests a second of 32, and their ratios. FOLDER keeps the generated orders.
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { cases, type BenchCase } from './cases.ts'
import {
  memberName,
  openInstallation,
  referenceMonths,
  startProduct,
  startReference,
} from './installation.ts'
import { readOrderSamples } from './order-samples.ts'
import { createClient, median, medianMs, throughput, type Client } from './measure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
  },
})
const count = Number(positionals[0] ?? 10_000)
const rounds = Number(values.rounds)
/** Requests of a round by one client. */
const requests = 60
const loadMs = 1500
const clients = 32

execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pabean-bench-')))
const installation = await openInstallation(folder, count, (line) => console.error(line))
const product = await startProduct(installation.url, folder)
const reference = await startReference(installation.url, folder, product.token)
process.on('exit', () => [product, reference].forEach(({ kill }) => kill()))
const samples = await readOrderSamples(
  installation.client,
  { url: product.member.url, token: product.token },
  memberName,
)
await installation.client.query(referenceMonths)

const without = (answer: unknown, keys: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (keys.includes(key) ? undefined : value))

/** The reference is a fair one only while it answers the same. */
async function compareAnswers(it: BenchCase, one: Client, other: Client): Promise<void> {
  const [ours, theirs] = await Promise.all([
    one.call(it.requests(samples, 'product')()),
    other.call(it.requests(samples, 'reference')()),
  ])
  const [a, b] = [ours, theirs].map((bytes) => without(JSON.parse(bytes.toString()), it.ignore ?? []))
  if (!isDeepStrictEqual(a, b))
    throw new Error(
      `${it.name}: the answers differ\n${JSON.stringify(a).slice(0, 3000)}\n\n${JSON.stringify(b).slice(0, 3000)}`,
    )
}

async function measureCase(it: BenchCase) {
  const caller = it.caller ?? 'member'
  const [ours, theirs] = [createClient(product[caller], clients), createClient(reference[caller], clients)]
  // Reads change nothing, so that both are asked for the same.
  if (it.kind === 'read') await compareAnswers(it, ours, theirs)
  const next = { ours: it.requests(samples, 'product'), theirs: it.requests(samples, 'reference') }
  await medianMs(ours, next.ours, requests / 2)
  await medianMs(theirs, next.theirs, requests / 2)
  const single = { ours: [] as number[], theirs: [] as number[] }
  const loaded = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    single.ours.push(await medianMs(ours, next.ours, requests))
    single.theirs.push(await medianMs(theirs, next.theirs, requests))
  }
  for (let round = 0; round < 3; round += 1) {
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

console.log(
  `\n${count} orders; ${rounds} rounds of ${requests} by turns; ${clients} clients for ${loadMs} ms\n`,
)
console.log('| call | ours, ms | reference, ms | ratio | ours, a second | reference, a second | share |')
console.log('|---|---|---|---|---|---|---|')
try {
  for (const it of cases.filter(({ name }) => name.includes(values.only))) {
    const { ms, perSecond } = await measureCase(it).catch((error: unknown) => {
      throw new Error(`${it.name}: ${error instanceof Error ? error.message : String(error)}`)
    })
    const ratio = ms[0] / ms[1]
    const share = perSecond[0] / perSecond[1]
    const cells = [
      it.name,
      ms[0].toFixed(2),
      ms[1].toFixed(2),
      `${ratio.toFixed(2)} ×`,
      perSecond[0].toFixed(0),
      perSecond[1].toFixed(0),
      `${(share * 100).toFixed(0)} %`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
} finally {
  await reference.stop()
  await product.stop()
  await installation.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
