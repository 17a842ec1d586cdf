// npm run trial -- outages: disks that are full or read-only, buckets that fail, databases that are gone, while the built server is asked.
import setup from '../../test/support/global-setup.ts'
import { runDatabaseOutages, runFullDatabaseDisk } from './outages/database-outages.ts'
import { runStoreOutages } from './outages/store-outages.ts'
import { reportFigures } from '../figures.ts'

const teardown = await setup()
try {
  const reports = [...(await runStoreOutages()), ...(await runDatabaseOutages()), await runFullDatabaseDisk()]
  console.table(
    reports,
    Object.keys(reports[0] ?? {}).filter((column) => column !== 'violations'),
  )
  const violations = reports.flatMap((report) => report.violations)
  reportFigures({
    tried: `${reports.length} outages`,
    found: `${violations.length} acknowledged and not there, or not refused in time`,
  })
  for (const line of violations.slice(0, 50)) console.log(line)
  console.log(
    violations.length === 0 ? 'nothing acknowledged that is not there' : `${violations.length} violations`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await teardown()
}
