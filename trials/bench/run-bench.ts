// npm run trial -- bench [orders] [--folder FOLDER] [--only WORDS]: the product beside a bare handler over the same PostgreSQL, in
// turns: medians of one client, requests a second of 32, and their ratios. FOLDER keeps the generated orders.
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { measureRatios } from './ratios.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
  },
})
await measureRatios(
  { count: Number(positionals.at(-1) ?? 10_000), folder: values.folder },
  cases.filter(({ name }) => name.includes(values.only)),
  Number(values.rounds),
)
