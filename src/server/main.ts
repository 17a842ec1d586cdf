import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { SettingError } from '#server/config/setting.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { createFirstAdmin } from '#server/demo/first-admin.ts'
import { seedDemo } from '#server/demo/first-run.ts'
import { queueRemainingPreviews } from '#server/documents/preview.jobs.ts'
import { registerJobs } from './jobs.ts'
import { resumeEvidenceBackfill } from '#server/orders/evidence/evidence-keys.jobs.ts'
import { mailTemplates } from './mail-templates.ts'
import { createMailWorker, recoverAbandonedMails } from './platform/mail/mail-worker.ts'
import { configuredProviders, outboxFolder } from './platform/mail/providers.ts'
import { startPlatform } from './services.ts'
import { recordSitePolicies } from '#server/sites/sites.ts'

async function listen(app: FastifyInstance, { host, port }: Config) {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? 'is in use already' : `cannot be listened on: ${error.message}`
    throw new SettingError(`PORT ${port} on HOST ${host} ${reason}`)
  })
}

function describeMailDelivery(config: Config): string {
  const [first, ...others] = configuredProviders(config)
  if (!first) return `No mail provider is configured: mails are kept in ${outboxFolder(config)}`
  return `Mails go by ${first}${others.length ? `, or as chosen by ${others.join(' or ')}` : ''}`
}

/** Starts the server, prints its address and sign-ins, and stops it once on SIGINT or SIGTERM. */
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
    await recordSitePolicies(running.platform)
    await running.platform.jobs.start()
    await recoverAbandonedMails(createMailWorker(running.platform, mailTemplates))
    await resumeEvidenceBackfill(running.platform)
    const signIns = config.demo ? await seedDemo(running.platform) : await createFirstAdmin(running.platform)
    await queueRemainingPreviews(running.platform)
    await listen(app, config)
    console.log(`\n${config.title}\n\n  ${config.publicUrl}\n`)
    for (const line of signIns) console.log(`  ${line}`)
    console.log(`  ${describeMailDelivery(config)}\n`)
  } catch (error) {
    await stop()
    throw error
  }
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
