import { registerJobs } from '../jobs.ts'
import { UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

const contracts = '--contract'

/**
 * Updates the schema, the server role's rights and the job queues as a start does, so that servers start without the
 * owner's password. `--contract` drops what only earlier versions use.
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
