// npm run trial -- crash: kills of the server and of PostgreSQL under writes, judged by what was acknowledged.
import setup from '../../../test/support/global-setup.ts'
import { conclude, thousands } from '../../figures.ts'
import { readOptions } from '../../options.ts'
import { runCrash } from './run-crash.ts'

const { kills, writes, desks } = readOptions({ kills: 200, writes: 100_000, desks: 8 })
const teardown = await setup()
const { violations, ...figures } = await runCrash({
  kills: { server: kills, postgres: kills },
  writes,
  desks,
}).finally(teardown)
console.log(figures)
conclude(violations, {
  tried: `${thousands(figures.acknowledged)} acknowledged writes, ${kills} kills each of server and PostgreSQL`,
  found: `${violations.length} lost, doubled or half done`,
})
