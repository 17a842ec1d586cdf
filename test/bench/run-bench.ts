// npm run bench -- [orders] [--folder FOLDER] [--only WORDS]: the product beside a bare handler over the same PostgreSQL, in
// turns: medians of one client, requests a second of 32, and their ratios. FOLDER keeps the generated orders.
//   --plans           how PostgreSQL works the main statements
//   --growth SMALL    the same calls with these orders and with the 10,000 that the folder SMALL keeps
//   --soak MINUTES    32 clients that read and write for so long: counters, memory, slowest answers
//   --write           writes what --plans, --growth and --soak print into docs/performance.md
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { measureGrowth } from './growth.ts'
import { writeSection } from './performance-page.ts'
import { showPlans } from './plans.ts'
import { measureRatios } from './ratios.ts'
import { soak } from './soak.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    plans: { type: 'boolean' },
    growth: { type: 'string' },
    soak: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const options = { count: Number(positionals[0] ?? 10_000), folder: values.folder }
const rounds = Number(values.rounds)
const chosen = cases.filter(({ name }) => name.includes(values.only))

/** Sections of docs/performance.md: their titles, and what makes their text. */
async function runSection() {
  if (values.plans) return { title: 'Plans', text: await showPlans(options) }
  if (values.growth !== undefined)
    return { title: 'Growth', text: await measureGrowth(options, values.growth, chosen, rounds) }
  if (values.soak !== undefined) return { title: 'Soak', text: await soak(options, Number(values.soak)) }
  return measureRatios(options, chosen, rounds)
}

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const section = await runSection()
if (section && values.write) await writeSection(section.title, section.text)
