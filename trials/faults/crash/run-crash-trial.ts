// npm run trial -- crash: kills of the server and of PostgreSQL under writes, judged by what was acknowledged.
import { parseArgs } from 'node:util'
import setup from '../../../test/support/global-setup.ts'
import { reportFigures, thousands } from '../../figures.ts'
import { runCrash } from './run-crash.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    writes: { type: 'string', default: '100000' },
    desks: { type: 'string', default: '8' },
  },
})

const teardown = await setup()
const { violations, ...figures } = await runCrash({
  kills: { server: Number(values.kills), postgres: Number(values.kills) },
  writes: Number(values.writes),
  desks: Number(values.desks),
}).finally(teardown)
console.log(figures)
reportFigures({
  tried: `${thousands(figures.acknowledged)} acknowledged writes, ${values.kills} kills each of server and PostgreSQL`,
  found: `${violations.length} lost, doubled or half done`,
})
for (const line of violations.slice(0, 20)) console.log(line)
console.log(
  violations.length === 0
    ? 'nothing lost, nothing doubled, nothing half done'
    : `${violations.length} violations`,
)
process.exitCode = violations.length === 0 ? 0 : 1
