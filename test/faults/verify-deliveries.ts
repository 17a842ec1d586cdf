import type { MailState } from '#server/platform/db/tables.ts'

export interface JudgedMail {
  recipient: string
  state: MailState
  provider: string
  error: string | null
}

/** Recipients by provider from the emulators' logs: one entry per accepted mail. */
export type Logs = Readonly<Record<string, readonly string[]>>

export interface Verdict {
  states: Record<string, number>
  /** How many mails in state `unknown` were delivered, and how many were not. */
  unknownArrived: number
  unknownNot: number
  /** One line per mail whose state contradicts the logs. */
  complaints: string[]
}

/** How many copies the logs may contain for a mail in a final state; other states are not final. */
const allowed: Partial<Record<MailState, readonly number[]>> = {
  sent: [1],
  unknown: [0, 1],
  bounced: [0],
  failed: [0],
}

/** Compares the states of our mail rows with what the emulators accepted. */
export function judge(mails: readonly JudgedMail[], logs: Logs): Verdict {
  const copies = new Map<string, number>()
  for (const [provider, recipients] of Object.entries(logs))
    for (const recipient of recipients) {
      const key = `${provider} ${recipient}`
      copies.set(key, (copies.get(key) ?? 0) + 1)
    }
  const verdict: Verdict = { states: {}, unknownArrived: 0, unknownNot: 0, complaints: [] }
  for (const { provider, recipient, state, error } of mails) {
    const key = `${provider} ${recipient}`
    const taken = copies.get(key) ?? 0
    copies.delete(key)
    verdict.states[state] = (verdict.states[state] ?? 0) + 1
    if (state === 'unknown') verdict[taken ? 'unknownArrived' : 'unknownNot'] += 1
    if (!allowed[state]?.includes(taken))
      verdict.complaints.push(`${recipient} by ${provider} is ${state}, taken ${taken} times (${error})`)
    if (state === 'bounced' && !recipient.endsWith(refusedDomain))
      verdict.complaints.push(`${recipient} by ${provider} is ${state} (${error})`)
  }
  for (const [key, taken] of copies) verdict.complaints.push(`${key}: taken ${taken} times, but not ours`)
  return verdict
}

/** The emulators refuse addresses of this domain. */
export const refusedDomain = '@refused.example'
