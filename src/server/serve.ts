import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { startServerBackups, type ServerBackups } from '#server/backup/server-backups.ts'
import { SettingError } from '#server/settings.ts'
import type { Config } from '#server/config.ts'
import { createFirstAdmin } from '#server/demo/first-admin.ts'
import { seedDemo } from '#server/demo/first-run.ts'
import { queueRemainingDocuments } from '#server/documents/documents.jobs.ts'
import { queueSearchIndex } from '#server/orders/search-index.jobs.ts'
import { registerJobs } from './jobs.ts'
import { mailTemplates } from './mail-templates.ts'
import { createMailWorker, recoverAbandonedMails } from './platform/mail/mail-worker.ts'
import { locateEntry } from './platform/entries.ts'
import { keepAssets } from './platform/http/kept-assets.ts'
import { assetFolders } from './platform/http/pages.ts'
import { configuredProviders, outboxFolder } from './platform/mail/providers.ts'
import type { RunningPlatform } from './services.ts'
import { createStop } from './stop-server.ts'
import { recordSitePolicies } from '#server/sites/sites.ts'

async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }, prefix = '') {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? 'is in use already' : `cannot be listened on: ${error.message}`
    throw new SettingError(`${prefix}PORT ${port} on ${prefix}HOST ${host} ${reason}`)
  })
}

function describeMailDelivery(config: Config): string {
  const [first, ...others] = configuredProviders(config)
  if (!first) return `No mail provider is configured: mails are kept in ${outboxFolder(config)}`
  return `Mails go by ${first}${others.length ? `, or as chosen by ${others.join(' or ')}` : ''}`
}

/** When each phase of the start ended, in ms since the process began, and the CPU time. */
function startTimes() {
  const marks = performance.getEntriesByType('mark')
  const { user, system } = process.cpuUsage()
  return {
    began: performance.timeOrigin,
    phases: Object.fromEntries(marks.map(({ name, startTime }) => [name, Math.round(startTime)])),
    cpuMs: Math.round((user + system) / 1000),
  }
}

/**
 * Serves until SIGINT or SIGTERM; prints the address and sign-ins once it is ready. Stops and rejects where the start
 * fails.
 */
export async function serve(config: Config, running: RunningPlatform): Promise<void> {
  const made = await createApp(running.platform)
  const { app, metricsServer } = made
  registerJobs(running.platform)
  performance.mark('routes made')

  let backups: ServerBackups | undefined
  const stop = createStop(made, {
    ...running,
    async stop() {
      await backups?.stop()
      await running.stop()
      await backups?.sendRest()
    },
  })
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
    await keepAssets(running.platform.db, assetFolders, running.platform.clock())
    await running.platform.jobs.start()
    performance.mark('jobs begun')
    await recoverAbandonedMails(createMailWorker(running.platform, mailTemplates))
    const signIns = config.demo ? await seedDemo(running.platform) : await createFirstAdmin(running.platform)
    await queueRemainingDocuments(running.platform)
    await queueSearchIndex(running.platform)
    performance.mark('first run checked')
    const ownAddress = config.watching.metrics?.own
    if (metricsServer && ownAddress) await listen(metricsServer, ownAddress, 'METRICS_')
    await listen(app, config)
    performance.mark('listening')
    made.selfCheck.begin()
    backups = startServerBackups(running.platform, locateEntry(import.meta.url, 'cli'))
    console.log(`\n${config.title}\n\n  ${config.publicUrl}\n`)
    for (const line of signIns) console.log(`  ${line}`)
    console.log(`  ${describeMailDelivery(config)}\n`)
    running.platform.log.debug(startTimes(), 'started')
  } catch (error) {
    await stop()
    throw error
  }
}
