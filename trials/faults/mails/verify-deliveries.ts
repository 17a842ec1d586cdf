import type { MailState } from '#server/platform/db/tables.ts'

export interface MailOutcome {
  recipient: string
  state: MailState
  provider: string
  error: string | null
}

/** Recipients by provider from the emulators' logs: one entry per accepted mail. */
export type DeliveryLogs = Readonly<Record<string, readonly string[]>>

export interface DeliveryReport {
  states: Record<string, number>
  /** How many mails in state `unknown` were delivered, and how many were not. */
  unknownDelivered: number
  unknownUndelivered: number
  /** One line per mail whose state contradicts the logs. */
  violations: string[]
}

/** How many copies the logs may contain for a mail in a final state; other states are not final. */
const allowedCopies: Partial<Record<MailState, readonly number[]>> = {
  sent: [1],
  unknown: [0, 1],
  bounced: [0],
  failed: [0],
}

/** Compares the states of our mail rows with what the emulators accepted. */
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

/** The emulators refuse addresses of this domain. */
export const refusedDomain = '@refused.example'
