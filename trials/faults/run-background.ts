// npm run trial -- background: servers that are ended at one boundary after the other of what they do after their answers.
import { parseArgs } from 'node:util'
import setup from '../../test/support/global-setup.ts'
import { runBackground } from './boundaries/run-background.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values } = parseArgs({ options: { deaths: { type: 'string', default: '300' } } })

const teardown = await setup()
const { violations, ...figures } = await runBackground({
  deaths: Number(values.deaths),
  log: (line) => console.error(line),
}).finally(teardown)
console.log(figures)
const calls = Object.values(figures.calls).reduce((sum, count) => sum + count, 0)
reportFigures({
  tried: `${figures.deaths} deaths, ${thousands(calls)} calls`,
  found: `${violations.length} lost or done twice`,
})
for (const line of violations.slice(0, 50)) console.log(line)
console.log(violations.length === 0 ? 'nothing lost, nothing done twice' : `${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
