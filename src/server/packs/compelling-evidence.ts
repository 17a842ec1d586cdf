import type { EvidenceMatch } from '#server/orders/evidence-keys.ts'

/** The age in days of prior transactions that Visa's Compelling Evidence 3.0 accepts, both inclusive (product §8). */
export const priorTransactionDays = { min: 120, max: 365 } as const
const requiredTransactions = 2

const dayMs = 86_400_000

export const priorTransactionRange = (transactedAt: Date): { from: Date; to: Date } => ({
  from: new Date(transactedAt.getTime() - priorTransactionDays.max * dayMs),
  to: new Date(transactedAt.getTime() - priorTransactionDays.min * dayMs),
})

export const daysBetween = (earlier: Date, later: Date): number =>
  Math.floor((later.getTime() - earlier.getTime()) / dayMs)

/** The same card, and two of login, IP address and device, one of them IP address or device. */
export function meetsCriteria({ card, account, email, ip, device }: EvidenceMatch): boolean {
  const login = account === true || email === true
  const shared = [login, ip === true, device === true].filter(Boolean).length
  return card === true && shared >= 2 && (ip === true || device === true)
}

export interface Eligibility {
  isEligible: boolean
  /** Prior transactions that meet the criteria. */
  meetingCount: number
  /** Phrased to stand within a sentence. */
  reason: string
}

const notEligible = (reason: string, meetingCount = 0): Eligibility => ({
  isEligible: false,
  meetingCount,
  reason,
})

/** Whether an order meets Compelling Evidence 3.0, from the `matches` of its prior transactions. */
export function eligibility(
  captured: { card: boolean; ip: boolean; device: boolean },
  matches: readonly EvidenceMatch[],
): Eligibility {
  if (!captured.card) return notEligible('The card fingerprint was not captured with this order.')
  if (!captured.ip && !captured.device)
    return notEligible('Neither IP address nor device ID was captured with this order.')
  if (matches.length === 0)
    return notEligible(
      `No undisputed order of this customer was found ${priorTransactionDays.min} to ${priorTransactionDays.max} days before this transaction.`,
    )
  const meetingCount = matches.filter(meetsCriteria).length
  if (meetingCount >= requiredTransactions)
    return {
      isEligible: true,
      meetingCount,
      reason: `${meetingCount} earlier undisputed orders meet the criteria.`,
    }
  if (meetingCount === 1)
    return notEligible('One earlier undisputed order meets the criteria; two are needed.', meetingCount)
  return notEligible(
    'No earlier order shares both the card and two of login, IP address and device with this order.',
  )
}
