import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './app.ts'
import type { RunningPlatform } from './services.ts'

const usualLimitMs = 20_000

interface StopLimit {
  limitMs?: number
  exit?: (code: number) => void
}

/**
 * Stops the server; repeated calls stop once. It reports not ready, serves for `DRAIN_SECONDS` more, then lets requests
 * and jobs end. Work that has not ended after 20 s is cut and logged.
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
