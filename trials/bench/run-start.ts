// npm run trial -- start: how long `npm start` on a built folder takes until it answers, by phases, beside a bare PostgreSQL
// and a bare HTTP server that start at the same time. In turns, medians of five rounds.
import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.ts'
import { startBareServers, startProduct, type Start } from './start-processes.ts'
import { reportFigures } from '../figures.ts'

const rounds = 5
/** Where the product has to be, in ms, on what a clean stop left (docs/performance.md). */
const aimMs = 2000

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const folder = await mkdtemp(join(tmpdir(), 'pabean-start-'))
await chmod(folder, 0o755)
const used = join(folder, 'used')

const scenarios: Record<string, (round: number) => Promise<Start>> = {
  'first start, with the demo': async (round) => {
    const fresh = join(folder, `fresh-${round}`)
    const start = await startProduct(fresh)
    await start.stop()
    await rm(fresh, { recursive: true, force: true })
    return start
  },
  'after a clean stop': async () => {
    const start = await startProduct(used)
    await start.stop()
    return start
  },
  'after kill -9 of server and PostgreSQL': async () => {
    await (await startProduct(used)).kill()
    const start = await startProduct(used)
    await start.stop()
    return start
  },
  'PostgreSQL and node -e alone': async () => {
    const start = await startBareServers(join(used, 'postgres'))
    await start.stop()
    return start
  },
}

const format = (ms: number) => ms.toFixed(0).padStart(6)

try {
  await (await startProduct(used)).stop()
  const starts = new Map<string, Start[]>(Object.keys(scenarios).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(scenarios)) starts.get(name)?.push(await measure(round))

  console.log(`\nms until it answers, medians of ${rounds} rounds\n`)
  for (const [name, measured] of starts) {
    console.log(`${format(median(measured.map(({ ms }) => ms)))}  ${name}`)
    for (const phase of Object.keys(measured[0]?.phases ?? {}))
      console.log(
        `        ${format(median(measured.map(({ phases }) => phases[phase] ?? Number.NaN)))}  ${phase}`,
      )
  }
  const reached = median((starts.get('after a clean stop') ?? []).map(({ ms }) => ms))
  console.log(`\nafter a clean stop: ${reached <= aimMs ? 'within' : 'NOT within'} ${aimMs} ms`)
  const medians = [...starts].map(
    ([name, measured]) => `${name} ${median(measured.map(({ ms }) => ms)).toFixed(0)} ms`,
  )
  reportFigures({ tried: `${rounds} starts of each kind`, found: medians.join(', ') })
  process.exitCode = reached <= aimMs ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
