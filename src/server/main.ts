import { SettingError } from '#server/config/setting.ts'
import { readConfig } from '#server/config/config.ts'
import { startPlatform } from './services.ts'

/** What serves is loaded while the database starts, each on a core of its own. */
async function main() {
  const config = readConfig(process.env)
  performance.mark('settings read')
  const [running, { serve }] = await Promise.all([
    startPlatform(config).finally(() => performance.mark('database ready')),
    import('./serve.ts').finally(() => performance.mark('code loaded')),
  ])
  await serve(config, running)
}

/** One line for whoever starts it; the rest of an error at LOG_LEVEL=debug. */
main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(
    error instanceof SettingError ? `Wrong setting: ${reason}` : `Pabean could not start: ${reason}`,
  )
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})
