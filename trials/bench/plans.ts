import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { cases, type BenchCase } from './cases.ts'
import { createClient } from './measure.ts'
import { withBench, type Bench, type BenchOptions } from './open-bench.ts'

/** The main statements, by the names of the cases that send them. */
const mainCases = [
  'New, 50 rows and total',
  'Completed, page 1',
  'Completed, far page',
  'Completed, next page by key',
  'search, rare name',
  'search, common word',
  'folder counts',
  'order view',
  'shift desk',
] as const

/** PostgreSQL's own module logs each plan as it was worked: of the statement that was sent, prepared or not. */
const explainSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_parameter_max_length': '0',
}

async function setExplain(client: pg.Client, value: (name: string, given: string) => string): Promise<void> {
  for (const [name, given] of Object.entries(explainSettings))
    await client.query(`alter role current_user ${value(name, given)}`)
}

const explainAll = (client: pg.Client) => setExplain(client, (name, given) => `set ${name} = '${given}'`)
const explainNone = (client: pg.Client) => setExplain(client, (name) => `reset ${name}`)

interface Plan {
  ms: number
  query: string
  lines: string[]
}

/** What the log of PostgreSQL says from a place on: an entry begins with a time, and goes on after a tab. */
function readPlans(log: string): Plan[] {
  return log.split(/^(?=\d{4}-\d\d-\d\d )/m).flatMap((entry) => {
    const ms = /duration: ([\d.]+) ms {2}plan:$/m.exec(entry)?.[1]
    const [, ...lines] = entry.trimEnd().split('\n')
    if (ms === undefined) return []
    // The text may have lines of its own; the plan begins with the first node.
    const from = lines.findIndex((line) => /\(cost=/.test(line))
    const query = lines
      .slice(0, from)
      .join('\n')
      .replace(/^\s*Query Text: /, '')
    return [{ ms: Number(ms), query, lines: lines.slice(from).map((line) => line.replace(/^\t/, '')) }]
  })
}

/** Before PostgreSQL decides whether one plan is good for all values. */
const warmUps = 12
const samples = 3

/** The statement of a call that takes the longest: sent by each of several calls, so that it is none of a job's. */
async function planOf(it: BenchCase, { folder, product, samples: orders }: Bench): Promise<Plan> {
  const client = createClient(product[it.caller ?? 'member'], 1)
  const next = it.requests(orders, 'product')
  const log = join(folder, 'postgres', 'postgres.log')
  for (let count = 0; count < warmUps; count += 1) await client.call(next())
  const sent: Plan[][] = []
  for (let count = 0; count < samples; count += 1) {
    const { size } = await stat(log)
    await client.call(next())
    // What a call commits without being waited for is logged soon.
    await new Promise((resolve) => setTimeout(resolve, 100))
    sent.push(readPlans((await readFile(log)).subarray(size).toString()))
  }
  await client.close()
  const [first = [], ...others] = sent
  const own = first.filter(({ query }) => others.every((plans) => plans.some((plan) => plan.query === query)))
  const [slowest] = own.toSorted((a, b) => b.ms - a.ms)
  if (!slowest) throw new Error(`${it.name}: no statement was logged`)
  return slowest
}

const maxLineLength = 180
const shorten = (line: string) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)} …` : line)

/** The plans of the main statements, as the server sends them. Returns the section of the page. */
export function showPlans(options: BenchOptions): Promise<string> {
  return withBench({ ...options, prepare: explainAll }, async (bench) => {
    try {
      const parts = [
        `What \`EXPLAIN (ANALYZE, BUFFERS)\` says of the longest statement of each call with ${options.count.toLocaleString('en')} orders, ` +
          'as the server sends it (logged by `auto_explain`, whose clock is in the times).',
      ]
      for (const name of mainCases) {
        const it = cases.find((candidate) => candidate.name === name)
        if (!it) throw new Error(`${name} is no case`)
        const { ms, lines } = await planOf(it, bench)
        const plan = ['```', ...lines.map(shorten), '```'].join('\n')
        console.log(`\n${name}: ${ms.toFixed(2)} ms\n\n${plan}`)
        parts.push(`<details><summary>${name}: ${ms.toFixed(2)} ms</summary>\n\n${plan}\n\n</details>`)
      }
      return parts.join('\n\n')
    } finally {
      await explainNone(bench.client)
    }
  })
}
