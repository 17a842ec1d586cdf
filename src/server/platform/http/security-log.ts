import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../auth/address-key.ts'
import { refusalEvents, type RefusalError, type SecurityEvent } from '../refusal.ts'
import type { Platform } from '../work.ts'
import { callerOf } from './caller.ts'
import { clientAddress } from './proxies.ts'

const minuteMs = 60_000
/** Lines a minute; further ones are counted. */
const maxLines = { perAddress: 10, perEvent: 200 } as const

/** A line's further details, without values of the request. */
interface EventDetails {
  reqId?: string
  method?: string
  path?: string
  member?: number
  reason?: string
}

interface Source {
  event: SecurityEvent
  /** A keyed hash of the address; null for the sum beyond an event's last line of the minute. */
  from: string | null
  written: number
  leftOut: number
}

export interface SecurityLog {
  /** Writes a line at level warn, or counts it beyond the limit. */
  record(event: SecurityEvent, ip: string, details: EventDetails): void
  /** Writes the omitted counts of finished minutes, or at the end of all. */
  flush(isEnd?: boolean): void
}

/**
 * The security events of the log (ASVS 16.3). Addresses appear as keyed hashes, equal for all events of an address; an
 * IPv6 address counts by its /64.
 */
export function createSecurityLog({
  log,
  seal,
  clock,
}: Pick<Platform, 'clock'> & {
  log: Pick<Platform['log'], 'warn'>
  seal: Pick<Platform['seal'], 'hash'>
}): SecurityLog {
  const sources = new Map<string, Source>()
  const written = new Map<SecurityEvent, number>()
  let minute = 0

  const sourceOf = (event: SecurityEvent, from: string | null): Source => {
    const key = `${event} ${from}`
    const source = sources.get(key) ?? { event, from, written: 0, leftOut: 0 }
    sources.set(key, source)
    return source
  }

  const flush: SecurityLog['flush'] = (isEnd = false) => {
    const now = Math.floor(clock().getTime() / minuteMs)
    if (now === minute && !isEnd) return
    minute = now
    for (const { event, from, leftOut } of sources.values())
      if (leftOut > 0) log.warn({ event, ...(from && { from }), leftOut }, 'security events left out')
    sources.clear()
    written.clear()
  }

  return {
    flush,
    record(event, ip, details) {
      flush()
      const from = seal.hash('address of a security event', addressKey(ip)).toString('hex').slice(0, 16)
      const total = written.get(event) ?? 0
      // Beyond an event's limit no further address is remembered, which bounds memory.
      const source = sourceOf(
        event,
        total < maxLines.perEvent || sources.has(`${event} ${from}`) ? from : null,
      )
      if (total >= maxLines.perEvent || source.written >= maxLines.perAddress) {
        source.leftOut++
        return
      }
      source.written++
      written.set(event, total + 1)
      log.warn({ event, from, ...details }, 'security event')
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    securityLog: SecurityLog
  }
}

/** Makes the log reachable from every request; flushes it each minute and at the end. */
export function useSecurityLog(app: FastifyInstance, securityLog: SecurityLog): void {
  app.decorate('securityLog', securityLog)
  const timer = setInterval(() => securityLog.flush(), minuteMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    securityLog.flush(true)
  })
}

export function recordSecurityEvent(request: FastifyRequest, event: SecurityEvent, reason?: string): void {
  const { url: path } = request.routeOptions
  const { member } = callerOf(request)
  request.server.securityLog.record(event, clientAddress(request), {
    reqId: request.id,
    method: request.method,
    ...(path && { path }),
    ...(member !== undefined && { member }),
    ...(reason !== undefined && { reason }),
  })
}

export function recordRefusalEvent(request: FastifyRequest, { kind, extra }: RefusalError): void {
  const event = extra.event === undefined ? refusalEvents[kind] : extra.event
  if (event) recordSecurityEvent(request, event, extra.reason)
}
