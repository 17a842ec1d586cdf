import type { MailState } from '#server/platform/db/tables.ts'

export interface MailOutcome {
  recipient: string
  state: MailState
  provider: string
  error: string | null
}

/** Recipients by provider: one entry for each accepted mail. */
export type DeliveryLogs = Readonly<Record<string, readonly string[]>>

export interface DeliveryReport {
  states: Record<string, number>
  unknownDelivered: number
  unknownUndelivered: number
  violations: string[]
}

/** Copies that the logs may contain of a mail in a final state. */
const allowedCopies: Partial<Record<MailState, readonly number[]>> = {
  sent: [1],
  unknown: [0, 1],
  bounced: [0],
  failed: [0],
}

export function verifyDeliveries(mails: readonly MailOutcome[], logs: DeliveryLogs): DeliveryReport {
  const copies = new Map<string, number>()
  for (const [provider, recipients] of Object.entries(logs))
    for (const recipient of recipients) {
      const key = `${provider} ${recipient}`
      copies.set(key, (copies.get(key) ?? 0) + 1)
    }
  const report: DeliveryReport = { states: {}, unknownDelivered: 0, unknownUndelivered: 0, violations: [] }
  for (const { provider, recipient, state, error } of mails) {
    const key = `${provider} ${recipient}`
    const deliveredCount = copies.get(key) ?? 0
    copies.delete(key)
    report.states[state] = (report.states[state] ?? 0) + 1
    if (state === 'unknown') report[deliveredCount ? 'unknownDelivered' : 'unknownUndelivered'] += 1
    if (!allowedCopies[state]?.includes(deliveredCount))
      report.violations.push(
        `${recipient} by ${provider} is ${state}, taken ${deliveredCount} times (${error})`,
      )
    if (state === 'bounced' && !recipient.endsWith(refusedDomain))
      report.violations.push(`${recipient} by ${provider} is ${state} (${error})`)
  }
  for (const [key, deliveredCount] of copies)
    report.violations.push(`${key}: taken ${deliveredCount} times, but not ours`)
  return report
}

export const refusedDomain = '@refused.example'
