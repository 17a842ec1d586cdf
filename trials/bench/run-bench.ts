// npm run trial -- bench [orders] [--folder FOLDER] [--only WORDS]: the product beside a bare handler over the same PostgreSQL, in
// turns: medians of one client, requests a second of 32, and their ratios. FOLDER keeps the generated orders.
import { cases } from './cases.ts'
import { readOptions } from '../options.ts'
import { measureRatios } from './ratios.ts'

const { folder, only, rounds, first } = readOptions({ folder: '', only: '', rounds: 5 })
await measureRatios(
  { count: Number(first ?? 10_000), folder: folder || undefined },
  cases.filter(({ name }) => name.includes(only)),
  rounds,
)
