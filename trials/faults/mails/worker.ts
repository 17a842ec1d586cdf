// A mail worker in its own process with short timeouts; starts on the first message from the parent.
import '../../../test/support/built-sandboxes.ts'
import { once } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { createMailWorker, startMailLoop, recoverAbandonedMails } from '#server/platform/mail/mail-worker.ts'
import { createTransports } from '#server/platform/mail/providers.ts'
import { startPlatform } from '#server/services.ts'

/** ms, proportionally shorter than in production. */
const retryPolicy = {
  delaysMs: [200, 500, 1000, 2000, 4000],
  waitsMs: 60_000,
  abandonedAfterMs: 12_000,
  renewEveryMs: 3000,
}
const deadlines = { connect: 3000, send: 6000 }
const smtpDeadlines = { greeting: 3000, command: 6000, DATA: 6000, block: 6000, end: 6000, stop: 2000 }
const recoverEveryMs = 1000

const config = readConfig(process.env)
const { platform, stop } = await startPlatform(config, { worker: false })
const mailContext = createMailWorker(platform, mailTemplates, {
  retryPolicy,
  transports: createTransports(config, deadlines, smtpDeadlines),
})
console.log('ready')
await once(process, 'message')
const loop = startMailLoop(mailContext)
const shutdown = new AbortController()
process.once('SIGTERM', () => shutdown.abort())

try {
  for await (const _ of every(recoverEveryMs, undefined, { signal: shutdown.signal }))
    await recoverAbandonedMails(mailContext)
} catch (error) {
  if (!shutdown.signal.aborted) throw error
}
await loop.stop()
await stop()
process.exit(0)
