// npm run trial -- mail-faults: mails with fault injection, broken connections and killed workers.
// Options: --mails 10000 --workers 3 (at once, in the later half) --calls-per-kill 250 --limit 900 (s).
import { parseArgs } from 'node:util'
import setup from '../../test/support/global-setup.ts'
import { runFaults } from './run-faults.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '3' },
    'calls-per-kill': { type: 'string', default: '250' },
    limit: { type: 'string', default: '900' },
  },
})

const teardown = await setup()
try {
  const { violations: complaints, ...figures } = await runFaults({
    mails: Number(values.mails),
    workers: Number(values.workers),
    callsPerKill: Number(values['calls-per-kill']),
    timeoutMs: Number(values.limit) * 1000,
    log: (line) => console.error(line),
  })
  console.log(figures)
  reportFigures({
    tried: `${thousands(Number(values.mails))} mails, ${figures.kills} kills of workers`,
    found: `${complaints.length} mails whose state is not what the providers say`,
  })
  for (const line of complaints.slice(0, 20)) console.log(line)
  console.log(complaints.length === 0 ? 'ok' : `${complaints.length} mails are not as they must be`)
  process.exitCode = complaints.length === 0 ? 0 : 1
} finally {
  await teardown()
}
