import type { HttpFault } from '../../../test/support/mail/faulty-http.ts'
import type { SmtpFault } from '../../../test/support/mail/faulty-smtp.ts'

/** Per cent of calls; the others pass. */
const httpFaults: readonly (readonly [name: string, share: number, fault: HttpFault])[] = [
  ['429', 4, { status: 429, headers: { 'retry-after': '1' }, body: '{}' }],
  ['500', 2, { status: 500, body: '{}' }],
  ['502', 2, { status: 502, body: 'bad gateway' }],
  ['503', 3, { status: 503, headers: { 'retry-after': '2' }, body: '{}' }],
  ['cut before the request', 2, 'cut before the request'],
  ['cut before the answer', 3, 'cut before the answer'],
  ['cut after the answer', 3, 'cut after the answer'],
]

const smtpFaults: readonly (readonly [name: string, share: number, fault: SmtpFault])[] = (
  [
    ['421 as greeting', 3],
    ['451 to RCPT', 3],
    ['452 to DATA', 3],
    ['cut before DATA', 2],
    ['cut within the data', 2],
    ['cut before the answer', 3],
    ['cut after the answer', 3],
  ] as const
).map(([name, share]) => [name, share, name])

export interface FaultInjector {
  http: () => HttpFault
  smtp: () => SmtpFault
  counts: Map<string, number>
}

export function createFaultInjector(onCall: () => void): FaultInjector {
  const counts = new Map<string, number>()
  const randomFault =
    <Fault>(table: readonly (readonly [string, number, Fault])[], none: Fault) =>
    (): Fault => {
      onCall()
      let remaining = Math.random() * 100
      for (const [name, share, fault] of table) {
        remaining -= share
        if (remaining >= 0) continue
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return fault
      }
      return none
    }
  return {
    http: randomFault<HttpFault>(httpFaults, 'none'),
    smtp: randomFault<SmtpFault>(smtpFaults, 'none'),
    counts,
  }
}
