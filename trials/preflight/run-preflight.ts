// npm run trial -- preflight: 10,000 orders without an error, and a fortieth of that for each kind of error with one planted; how many
// of each kind are found, and how often a kind is found where it is not. `--orders 1000 --seed 7` for others, `--show` for
// each miss and false alarm.
import { createTable } from '../bench/table.ts'
import { measurePreflight, type KindFigures } from './measure.ts'
import { reportFigures, thousands } from '../figures.ts'
import { readOptions } from '../options.ts'

const { orders, seed, show } = readOptions({ orders: 10_000, seed: 20_261_124, show: false })
/** The share of a kind that product §12 asks for. */
const perKind = Math.ceil(orders / 40)

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)} %`
const sum = (kinds: readonly KindFigures[], key: 'planted' | 'found' | 'falseAlarms' | 'falseOnClean') =>
  kinds.reduce((total, kind) => total + kind[key], 0)

const { kinds, alarmedOrders, missed, alarms } = measurePreflight(seed, orders, perKind)
const table = createTable([
  'kind',
  'planted',
  'found',
  'missed',
  'false, clean orders',
  'false, other errors',
])
for (const { code, planted, found, falseAlarms, falseOnClean } of kinds)
  table.add([code, planted, found, planted - found, falseOnClean, falseAlarms - falseOnClean].map(String))

const [planted, found] = [sum(kinds, 'planted'), sum(kinds, 'found')]
console.log(
  `\n${kinds.length} kinds: ${found} of ${planted} planted errors found, ${percent(found, planted)}`,
)
console.log(`${alarmedOrders} of ${orders} clean orders have a finding, ${percent(alarmedOrders, orders)}`)
if (show) {
  for (const { code, message, planted: other } of alarms)
    console.log(`false ${code} (${other ?? 'clean'}): ${message}`)
  for (const { code, order } of missed) console.log(`missed ${code}: ${JSON.stringify(order)}`)
}
const isGood = found / planted >= 0.95 && alarmedOrders / orders <= 0.01
reportFigures({
  tried: `${thousands(planted)} planted errors of ${kinds.length} kinds, ${thousands(orders)} clean orders`,
  found: `${percent(found, planted)} found, ${percent(alarmedOrders, orders)} of clean orders with a finding`,
})
console.log(isGood ? 'At least 95 % are found, at most 1 % are false.' : 'The bounds are not kept.')
process.exit(isGood ? 0 : 1)
