import { createHash, timingSafeEqual } from 'node:crypto'
import type { EndedRequest } from '#server/platform/http/request-watch.ts'
import type { Platform } from '#server/platform/work.ts'
import { ownGauges, readOwnFigures, storedGauges, type GaugeDefinition } from './gauges.ts'
import { readStoredFigures } from './stored-figures.ts'

/** Upper bounds, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const requestLabels = ['method', 'call', 'status'] as const

/** What Prometheus is told. */
export interface Metrics {
  countRequest: (request: EndedRequest, isStream: boolean) => void
  /** The token of an authorization header is the one that is set; compared in constant time. */
  mayRead: (authorization: string | undefined) => boolean
  /** In Prometheus' text format; without what lies in the database while that does not answer. */
  read: () => Promise<{ contentType: string; text: string }>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const statusClass = (status: number | null) => (status === null ? 'left' : `${Math.floor(status / 100)}xx`)

/** Null where no token is set: then the library is not loaded either. */
export async function createMetrics(platform: Platform): Promise<Metrics | null> {
  const { metrics: config } = platform.config.watching
  if (!config) return null
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'pabean_requests_total',
    help: 'Requests by call and class of status; left: its client was gone before the answer',
    labelNames: requestLabels,
    registers,
  })
  const durations = new Histogram({
    name: 'pabean_request_seconds',
    help: 'Until the last byte of the answer was sent; without streams of events',
    labelNames: requestLabels,
    buckets: requestBuckets,
    registers,
  })
  const databaseUp = new Gauge({
    name: 'pabean_database_up',
    help: 'Whether the database answered this scrape',
    registers,
  })

  function createGauges<Figures>(definitions: readonly GaugeDefinition<Figures>[]) {
    const gauges = definitions.map(({ name, help, labels, samples }) => {
      const gauge = new Gauge({ name, help, labelNames: labels, registers })
      // One without labels would say zero after a reset.
      return { gauge, samples, empty: () => (labels.length > 0 ? gauge.reset() : gauge.remove()) }
    })
    return (figures: Figures | null) => {
      for (const { gauge, samples, empty } of gauges) {
        empty()
        for (const [labels, value] of figures ? samples(figures) : []) gauge.set(labels, value)
      }
    }
  }
  const setStored = createGauges(storedGauges)
  const setOwn = createGauges(ownGauges)

  async function scrape() {
    const stored = await readStoredFigures(platform).catch((error: unknown) => {
      platform.log.error({ err: error }, 'the figures of the database could not be read')
      return null
    })
    databaseUp.set(stored ? 1 : 0)
    setStored(stored)
    setOwn(await readOwnFigures(platform))
    return { contentType: registry.contentType, text: await registry.metrics() }
  }

  let scraping: ReturnType<typeof scrape> | undefined
  const expected = digest(`Bearer ${config.token}`)
  return {
    countRequest({ method, call, status, ms }, isStream) {
      const labels = { method, call: call ?? 'unknown address', status: statusClass(status) }
      requests.inc(labels)
      if (!isStream) durations.observe(labels, ms / 1000)
    },
    mayRead: (authorization) => timingSafeEqual(digest(authorization ?? ''), expected),
    // Whoever asks while one is under way gets that one: asking often does not read the database more often.
    read: () => (scraping ??= scrape().finally(() => (scraping = undefined))),
  }
}
