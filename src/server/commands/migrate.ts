import { registerJobs } from '../jobs.ts'
import { UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

const contracts = '--contract'

/**
 * Brings the schema, the rights of the role that serves, and the queues of jobs up to date, as a start does, and ends:
 * then servers start without the owner's password. With `--contract` what only versions before this one use is taken away.
 */
export const migrateCommand = onPlatform(
  `npm run cli -- migrate [${contracts}]`,
  async (platform) => {
    registerJobs(platform)
    await platform.jobs.start()
    console.error('The database is up to date.')
    return 0
  },
  (args) => {
    if (args.some((argument) => argument !== contracts)) throw new UsageError()
    return args.length > 0 ? { contracts: true } : {}
  },
)
