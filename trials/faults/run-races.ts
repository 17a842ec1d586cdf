// npm run trial -- races [10000]: so many races of twenty members over two servers for what one alone may do; then what two
// events do to each other, --pairs times each on one server and on two.
import { parseArgs } from 'node:util'
import setup from '../../test/support/global-setup.ts'
import { runPairs } from './races/run-pairs.ts'
import { runRaces } from './races/run-races.ts'
import { reportFigures, thousands } from '../figures.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, pairs: { type: 'string', default: '100' } },
})

const teardown = await setup()
const seed = Number(values.seed)
async function runBoth() {
  const raced = await runRaces({
    races: Number(positionals[0] ?? 10_000),
    seed,
    log: (line) => console.error(line),
  })
  const pairs = []
  for (const servers of [1, 2])
    pairs.push(await runPairs({ servers, repetitions: Number(values.pairs), seed }))
  return { ...raced, pairs }
}
const { lines, seconds, pairs, ...raced } = await runBoth().finally(teardown)
const violations = [...raced.violations, ...pairs.flatMap((ran) => ran.violations)]
console.table(lines)
console.table(pairs.flatMap((ran) => ran.lines))
const calls = lines.reduce((sum, line) => sum + line.calls, 0)
console.log(`${calls} calls in ${Math.round(seconds)} s, ${Math.round(calls / seconds)} a second`)
reportFigures({
  tried: `${thousands(lines.reduce((sum, line) => sum + line.races, 0))} races of ${lines.length} kinds, ${thousands(calls)} calls; ${pairs[0]?.lines.length ?? 0} pairs of events, ${values.pairs} times each, on one server and on two`,
  found: `${violations.length} violations: not exactly one winner, answered otherwise than with 404 or 409, or one event undone by another`,
})
for (const line of violations.slice(0, 50)) console.log(line)
console.log(
  violations.length === 0
    ? 'one winner each, and nothing undone by another event'
    : `${violations.length} violations`,
)
process.exitCode = violations.length === 0 ? 0 : 1
