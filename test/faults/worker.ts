// A mail worker in its own process with short timeouts; starts on the first message from the parent.
import { once } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import { readConfig } from '#server/config/config.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { mailDesk, startMailLoop, sweepMails } from '#server/platform/mail/mail-worker.ts'
import { configuredTransports } from '#server/platform/mail/providers.ts'
import { startPlatform } from '#server/services.ts'
import { hasty } from './short-timeouts.ts'

const config = readConfig(process.env)
const { platform, stop } = await startPlatform(config, { worker: false })
const desk = mailDesk(platform, mailTemplates, {
  pace: hasty.pace,
  transports: configuredTransports(config, hasty.deadlines),
})
console.log('ready')
await once(process, 'message')
const loop = startMailLoop(desk)
const ending = new AbortController()
process.once('SIGTERM', () => ending.abort())

try {
  for await (const _ of every(hasty.sweepEvery, undefined, { signal: ending.signal })) await sweepMails(desk)
} catch (error) {
  if (!ending.signal.aborted) throw error
}
await loop.stop()
await stop()
process.exit(0)
