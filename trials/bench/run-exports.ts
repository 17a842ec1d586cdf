// npm run trial -- exports [orders] [--folder FOLDER]: exports of all orders in each format, read to their end: how fast they
// come, by how much the server's memory grows, and how long short calls take meanwhile.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { exportFormats } from '#contract/rules/export-formats.ts'
import { openInstallation, startProduct } from './installation.ts'
import { median } from './measure.ts'
import { residentGrowthMb, residentMb } from './resident-memory.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { folder: { type: 'string' } } })
const count = Number(positionals[0] ?? 100_000)

execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pabean-exports-')))
const installation = await openInstallation(folder, count, (line) => console.error(line))
const product = await startProduct(installation.url, folder)
process.on('exit', product.kill)
const { url, headers } = product.member

/** Reads a file to its end, keeps nothing of it, and answers how many bytes it has. */
async function read(path: string): Promise<number> {
  const sent = request(`${url}/api/admin/${path}`, { headers: { ...headers }, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) bytes += piece.length
  if (!answer.complete) throw new Error(`${path} ended early`)
  return bytes
}

/** What a short call takes until `done`, in ms. */
async function shortCalls(done: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!done.aborted) {
    const began = performance.now()
    await read('get-orders-list/newOrder?limit=50')
    times.push(performance.now() - began)
    await pause(20)
  }
  return times
}

try {
  // What is loaded and compiled once is no growth.
  for (const format of exportFormats) await read(`export/allOrder?limit=5000&format=${format}`)
  console.log(
    `\n${count} orders; the server has ${(await residentMb(product.pid)).toFixed(0)} MB in memory\n`,
  )
  console.log('| export | MB | s | rows a second | growth, MB | short calls: median, longest, ms |')
  console.log('|---|---|---|---|---|---|')
  const measured: string[] = []
  for (const format of exportFormats) {
    const done = new AbortController()
    const short = shortCalls(done.signal)
    const began = performance.now()
    let bytes = 0
    const growth = await residentGrowthMb(product.pid, async () => {
      bytes = await read(`export/allOrder?format=${format}`)
    })
    const seconds = (performance.now() - began) / 1000
    done.abort()
    const times = await short
    measured.push(
      `${format} ${thousands(Math.round(count / seconds))} rows a second, memory grew by ${growth.toFixed(0)} MB`,
    )
    console.log(
      `| ${format} | ${(bytes / 1e6).toFixed(0)} | ${seconds.toFixed(1)} | ${(count / seconds).toFixed(0)} | ${growth.toFixed(0)} | ${median(times).toFixed(0)}, ${Math.max(...times).toFixed(0)} |`,
    )
  }
  reportFigures({ tried: `exports of ${thousands(count)} orders`, found: measured.join('; ') })
} finally {
  await product.stop()
  await installation.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
