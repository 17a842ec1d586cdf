import { registerJobs } from '../jobs.ts'
import { noArguments } from './command.ts'
import { onPlatform } from './on-platform.ts'

/**
 * Brings the schema, the rights of the role that serves, and the queues of jobs up to date, as a start does, and ends:
 * then servers start without the owner's password.
 */
export const migrateCommand = onPlatform('npm run migrate', async (platform, args) => {
  noArguments(args)
  registerJobs(platform)
  await platform.jobs.start()
  console.error('The database is up to date.')
  return 0
})
