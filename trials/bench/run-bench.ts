// npm run trial -- bench [orders] [--folder FOLDER] [--only WORDS]: the product beside a bare handler over the same PostgreSQL, in
// turns: medians of one client, requests a second of 32, and their ratios. FOLDER keeps the generated orders.
//   --growth SMALL    the same calls with these orders and with the 10,000 that the folder SMALL keeps
//   --soak MINUTES    32 clients that read and write for so long: counters, memory, slowest answers
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { measureGrowth } from './growth.ts'
import { measureRatios } from './ratios.ts'
import { soak } from './soak.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    growth: { type: 'string' },
    soak: { type: 'string' },
  },
})
const options = { count: Number(positionals[0] ?? 10_000), folder: values.folder }
const rounds = Number(values.rounds)
const chosen = cases.filter(({ name }) => name.includes(values.only))

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
if (values.growth !== undefined) await measureGrowth(options, values.growth, chosen, rounds)
else if (values.soak !== undefined) await soak(options, Number(values.soak))
else await measureRatios(options, chosen, rounds)
