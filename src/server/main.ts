import { SettingError } from '#server/settings.ts'
import { errorCode, errorMessage } from '#server/platform/error-code.ts'
import { readConfig } from '#server/config.ts'
import { startPlatform } from './services.ts'

let loading: Promise<typeof import('./serve.ts')> | undefined
const loadServe = () => (loading ??= import('./serve.ts'))

async function main() {
  const config = readConfig(process.env)
  performance.mark('settings read')
  // The server's code is loaded while PostgreSQL starts, not before: this thread launches PostgreSQL, and loading
  // blocks it.
  const running = await startPlatform(config, { onDatabaseLaunched: loadServe })
  performance.mark('database ready')
  const { serve } = await loadServe()
  performance.mark('code loaded')
  await serve(config, running)
}

const noConnectionLeft =
  'the database has no connection left for it: raise max_connections, or lower DATABASE_POOL of all servers (docs/operations.md has the sum)'

/** One line on the console; the whole error at LOG_LEVEL=debug. */
main().catch((error: unknown) => {
  const reason = errorCode(error) === '53300' ? noConnectionLeft : errorMessage(error)
  console.error(
    error instanceof SettingError ? `Wrong setting: ${reason}` : `Pabean could not start: ${reason}`,
  )
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})
