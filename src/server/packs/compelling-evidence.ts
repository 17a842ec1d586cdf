import type { Likeness } from '#server/orders/evidence/evidence-keys.ts'

/** Visa's Compelling Evidence 3.0 counts orders that are so many days older, both inclusive (product §8). */
export const earlierDays = { least: 120, most: 365 } as const
/** So many of them are needed. */
const neededOrders = 2

const dayMs = 86_400_000

/** The span in which earlier orders count, seen from an order's transaction. */
export const earlierSpan = (transactedAt: Date): { from: Date; to: Date } => ({
  from: new Date(transactedAt.getTime() - earlierDays.most * dayMs),
  to: new Date(transactedAt.getTime() - earlierDays.least * dayMs),
})

/** Whole days between two moments. */
export const daysBetween = (earlier: Date, later: Date): number =>
  Math.floor((later.getTime() - earlier.getTime()) / dayMs)

/** The same card, and two of login, IP address and device, one of them IP address or device. */
export function meetsCriteria({ card, account, email, ip, device }: Likeness): boolean {
  const login = account === true || email === true
  const shared = [login, ip === true, device === true].filter(Boolean).length
  return card === true && shared >= 2 && (ip === true || device === true)
}

export interface Eligibility {
  isEligible: boolean
  /** In a sentence. */
  because: string
}

const not = (because: string): Eligibility => ({ isEligible: false, because })

/** Whether an order has what Compelling Evidence 3.0 asks for. `captured` is of this order, `likenesses` of the earlier. */
export function eligibility(
  captured: { card: boolean; ip: boolean; device: boolean },
  likenesses: readonly Likeness[],
): Eligibility {
  if (!captured.card) return not('The card fingerprint was not captured with this order.')
  if (!captured.ip && !captured.device)
    return not('Neither IP address nor device ID was captured with this order.')
  if (likenesses.length === 0)
    return not(
      `No undisputed order of this customer was found ${earlierDays.least} to ${earlierDays.most} days before this transaction.`,
    )
  const meeting = likenesses.filter(meetsCriteria).length
  if (meeting >= neededOrders)
    return { isEligible: true, because: `${meeting} earlier undisputed orders meet the criteria.` }
  if (meeting === 1) return not('One earlier undisputed order meets the criteria; two are needed.')
  return not('No earlier order shares both the card and two of login, IP address and device with this order.')
}
