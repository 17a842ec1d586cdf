// npm run trial -- import [orders] [--rounds N]: the import of a file into an empty database. Prints orders and rows a second,
// and the import's memory over time.
import { spawn, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setInterval as every } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dataKeys, openInstallation } from './installation.ts'
import { importedOrders } from './imported-orders.ts'
import { median } from './measure.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
})
const count = Number(positionals[0] ?? 100_000)
const rounds = Number(values.rounds)

/** The tables that an import writes. */
const tables = ['orders', 'order_events', 'order_evidence_keys', 'remarks', 'idempotency_keys'] as const
/** What triggers append, and how far a file has come. */
const otherTables = ['order_counts', 'order_months', 'import_files']

execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
const folder = await mkdtemp(join(tmpdir(), 'pabean-bench-import-'))
const { client, url, stop } = await openInstallation(folder, 0, (line) => console.error(line))
const file = join(folder, 'orders.ndjson')
await pipeline(Readable.from(importedOrders(count)), createWriteStream(file))

/** An empty database whose former contents no checkpoint or vacuum has still to deal with. */
async function emptyDatabase(): Promise<void> {
  await client.query(`truncate ${[...tables, ...otherTables].join(', ')} cascade`)
  await client.query('checkpoint')
}

const rssMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) /
  1024

/** Imports the file by the command, as a process of its own; its start is counted too. */
async function importByCommand(): Promise<{ ms: number; memory: number[] }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['dist/server/cli.js', 'import', file], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      DATA_KEYS: dataKeys,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const memory: number[] = []
  const { pid = 0 } = child
  const sampling = new AbortController()
  const samples = (async () => {
    for await (const _ of every(500, undefined, { signal: sampling.signal })) memory.push(await rssMb(pid))
  })().catch(() => {})
  const [code] = await once(child, 'close')
  const ms = performance.now() - startedAt
  sampling.abort()
  await samples
  if (code !== 0) throw new Error(said)
  return { ms, memory }
}

async function countRows(): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${table})`)
  const { rows } = await client.query<{ n: string }>(`select ${counts.join(' + ')} as n`)
  return Number(rows[0]?.n)
}

const perSecond = (n: number, ms: number) => Math.round((n / ms) * 1000).toLocaleString('en')

try {
  const times: number[] = []
  let memory: number[] = []
  let rows = 0
  for (let round = 0; round < rounds; round += 1) {
    await emptyDatabase()
    const imported = await importByCommand()
    times.push(imported.ms)
    memory = imported.memory
    rows = await countRows()
    console.error(`round ${round + 1}: ${imported.ms.toFixed(0)} ms`)
  }
  const ms = median(times)
  const { size } = await stat(file)
  console.log(
    `\n${count} orders, ${rows} rows, ${(size / 1e6).toFixed(0)} MB of NDJSON; the median of ${rounds} rounds\n`,
  )
  console.log('| s | orders a second | rows a second |\n|---|---|---|')
  console.log(`| ${(ms / 1000).toFixed(1)} | ${perSecond(count, ms)} | ${perSecond(rows, ms)} |\n`)
  reportFigures({
    tried: `${thousands(count)} orders, ${rounds} rounds`,
    found: `${perSecond(count, ms)} orders a second; highest memory ${Math.max(...memory).toFixed(0)} MB`,
  })
  const tenths = Array.from({ length: 10 }, (_, at) => memory[Math.floor((at * memory.length) / 10)] ?? 0)
  console.log(
    `resident memory at each tenth, MB: ${tenths.map((mb) => mb.toFixed(0)).join(' ')}; highest ${Math.max(...memory).toFixed(0)}`,
  )
} finally {
  await stop()
  await rm(folder, { recursive: true, force: true })
}
