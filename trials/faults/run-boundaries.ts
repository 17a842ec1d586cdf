// npm run trial -- boundaries: every call that writes, its server killed after each statement and each file operation in turn.
import { parseArgs } from 'node:util'
import setup from '../../test/support/global-setup.ts'
import { runBoundaries } from './boundaries/run-boundaries.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    bucket: { type: 'boolean', default: false },
    sample: { type: 'string', default: '0' },
    'without-end': { type: 'boolean', default: false },
  },
})

const teardown = await setup()
const { useCases, passedOver, mails, orphans, seconds, violations } = await runBoundaries({
  only: values.only,
  seed: Number(values.seed),
  inBucket: values.bucket,
  sample: Number(values.sample),
  verifiesEnd: !values['without-end'],
  log: (line) => console.error(line),
}).finally(teardown)
console.table(useCases)
console.log(`Nothing written, or refused as made:\n  ${passedOver.join('\n  ')}`)
const sum = (key: 'deaths' | 'done' | 'lost' | 'halves') =>
  useCases.reduce((total, useCase) => total + useCase[key], 0)
console.log(
  `${useCases.length} use cases, ${sum('deaths')} deaths: ${sum('done')} done, ${sum('lost')} lost, ${sum('halves')} halves;`,
  `${mails} mails, ${orphans} files without a row before the job; ${Math.round(seconds)} s`,
)
reportFigures({
  tried: `${useCases.length} calls, ${thousands(sum('deaths'))} deaths`,
  found: `${sum('lost')} lost, ${sum('halves')} halves, ${violations.length} violations`,
})
for (const line of violations.slice(0, 50)) console.log(line)
console.log(violations.length === 0 ? 'nothing lost, nothing half done' : `${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
