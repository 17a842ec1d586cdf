import { SettingError } from '#server/settings.ts'
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

/** One line on the console; the whole error at LOG_LEVEL=debug. */
main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(
    error instanceof SettingError ? `Wrong setting: ${reason}` : `Pabean could not start: ${reason}`,
  )
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})
