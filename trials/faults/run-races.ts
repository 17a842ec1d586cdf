// npm run trial -- races [10000]: so many races of twenty members over two servers for what one alone may do.
import { parseArgs } from 'node:util'
import setup from '../../test/support/global-setup.ts'
import { runRaces } from './races/run-races.ts'
import { reportFigures, thousands } from '../figures.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
})

const teardown = await setup()
const { lines, seconds, violations } = await runRaces({
  races: Number(positionals[0] ?? 10_000),
  seed: Number(values.seed),
  log: (line) => console.error(line),
}).finally(teardown)
console.table(lines)
const calls = lines.reduce((sum, line) => sum + line.calls, 0)
console.log(`${calls} calls in ${Math.round(seconds)} s, ${Math.round(calls / seconds)} a second`)
reportFigures({
  tried: `${thousands(lines.reduce((sum, line) => sum + line.races, 0))} races of ${lines.length} kinds, ${thousands(calls)} calls`,
  found: `${violations.length} violations: not exactly one winner, or answered otherwise than with 404 or 409`,
})
for (const line of violations.slice(0, 50)) console.log(line)
console.log(violations.length === 0 ? 'one winner each' : `${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
