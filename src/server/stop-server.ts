import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './app.ts'
import type { RunningPlatform } from './services.ts'

/** From the signal until the process ends, whatever is left. */
const usualLimitMs = 20_000

interface StopLimit {
  limitMs?: number
  exit?: (code: number) => void
}

/**
 * Stops what serves, once however often it is called: says that it is not ready, answers for `DRAIN_SECONDS` more, then lets
 * requests and jobs end beside each other. What has not ended after 20 s is cut, and the log says what it was.
 */
export function createStop(
  { app, draining, requests }: Pick<App, 'app' | 'draining' | 'requests'>,
  { platform, stop: stopPlatform }: RunningPlatform,
  { limitMs = usualLimitMs, exit = process.exit }: StopLimit = {},
): () => Promise<void> {
  const { config, jobs, log } = platform

  async function stopAll() {
    const limit = setTimeout(() => {
      const cut = { requests: requests.underWay(), jobs: jobs.underWay() }
      log.error(cut, 'what had not ended in time was cut')
      exit(1)
    }, limitMs).unref()
    draining.begin()
    log.info('told to stop')
    if (app.server.listening) await pause(config.watching.drainSeconds * 1000)
    await Promise.all([app.close(), jobs.stop()])
    await stopPlatform()
    clearTimeout(limit)
    log.info('stopped')
  }

  let stopping: Promise<void> | undefined
  return () => (stopping ??= stopAll())
}
