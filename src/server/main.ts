import { createApp } from './app.ts'
import { readConfig, SettingError } from './config.ts'
import { fillDemo, fillFirstAdmin } from './demo/usecases.ts'
import { registerJobs } from './jobs.ts'
import { sweepMails } from './platform/mail/mail-worker.ts'
import { outboxFolder } from './platform/mail/providers.ts'
import { startPlatform } from './services.ts'

/** Starts everything, prints how to reach it, and stops everything once on SIGINT or SIGTERM. */
async function main() {
  const config = readConfig(process.env)
  const running = await startPlatform(config)
  const { app } = await createApp(running.platform)
  registerJobs(running.platform)

  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      await app.close()
      await running.stop()
    })())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }

  try {
    await running.platform.jobs.start()
    await sweepMails(running.platform)
    const signIns = config.demo ? await fillDemo(running.platform) : await fillFirstAdmin(running.platform)
    await app.listen({ host: config.host, port: config.port })
    console.log(`\n${config.title}\n\n  ${config.publicUrl}\n`)
    for (const line of signIns) console.log(`  ${line}`)
    console.log(`  No mail provider is configured: mails are kept in ${outboxFolder(config)}\n`)
  } catch (error) {
    await stop()
    throw error
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingError ? `Wrong setting: ${error.message}` : error)
  process.exit(1)
})
