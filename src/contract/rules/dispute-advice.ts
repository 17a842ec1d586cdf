import {
  disputeStageRules,
  type disputeAdvices,
  type DisputeReason,
  type DisputeStage,
  type DisputeState,
  type Settlement,
} from './disputes.ts'
import { keysOf } from './typed-keys.ts'

/** What an order has that answers a dispute, in the order in which the screen names it. */
export const evidenceLabels = {
  threeDSecure: '3-D Secure',
  cardChecks: 'address and security code checks',
  priorTransactions: 'two earlier undisputed transactions',
  downloaded: 'document downloaded',
  delivered: 'mail with the document delivered',
  terms: 'terms accepted',
  disclosure: 'disclosure accepted',
  refund: 'refund recorded',
  contact: 'contact with the customer',
} as const

export type Evidence = keyof typeof evidenceLabels

export interface ReasonRules {
  /** The defence pack that answers it. */
  pack: 1 | 2
  /** Chance to win without any of the evidence. */
  bare: number
  /** What each piece takes of the chance to lose, as a share. */
  weights: Readonly<Partial<Record<Evidence, number>>>
}

/** The chances are estimates, for want of own outcomes (product §14). */
export const reasonRules = {
  unauthorised: {
    pack: 1,
    bare: 0.05,
    weights: { threeDSecure: 0.7, cardChecks: 0.15, priorTransactions: 0.7, downloaded: 0.15, contact: 0.1 },
  },
  'not received': {
    pack: 2,
    bare: 0.1,
    weights: { downloaded: 0.6, delivered: 0.3, contact: 0.1 },
  },
  'not as described': {
    pack: 2,
    bare: 0.1,
    weights: { downloaded: 0.15, terms: 0.1, disclosure: 0.4, contact: 0.1 },
  },
  'credit not processed': {
    pack: 2,
    bare: 0.1,
    weights: { downloaded: 0.15, terms: 0.15, refund: 0.8 },
  },
  cancelled: {
    pack: 2,
    bare: 0.1,
    weights: { downloaded: 0.3, terms: 0.2, refund: 0.6 },
  },
  duplicate: {
    pack: 2,
    bare: 0.1,
    weights: { downloaded: 0.25, refund: 0.7, contact: 0.1 },
  },
  other: {
    pack: 2,
    bare: 0.1,
    weights: { downloaded: 0.2, delivered: 0.1, terms: 0.1, refund: 0.5 },
  },
} as const satisfies Record<DisputeReason, ReasonRules>

export const evidenceNames = keysOf(evidenceLabels)

/** The evidence that a reason asks for. */
export function evidenceFor(reason: DisputeReason): Evidence[] {
  const { weights }: ReasonRules = reasonRules[reason]
  return evidenceNames.filter((name) => weights[name] !== undefined)
}

/** The table's chance to win, from 0 to 1. */
export function tableChance(reason: DisputeReason, captured: ReadonlySet<Evidence>): number {
  const { bare, weights }: ReasonRules = reasonRules[reason]
  return evidenceFor(reason)
    .filter((name) => captured.has(name))
    .reduce((chance, name) => 1 - (1 - chance) * (1 - (weights[name] ?? 0)), bare)
}

/** Decided disputes of a reason in the last year, from which on their share of wins is the chance (product §14). */
const enoughOutcomes = 20

export interface OwnOutcomes {
  won: number
  decided: number
}

/** Share of warnings that become disputes (product §14). */
const warningsDisputed = 0.8

export interface AdvisedCase {
  stage: DisputeStage
  reason: DisputeReason
  outcome: DisputeState
  settledAs: Settlement | null
  /** Null if neither dispute nor order has one. */
  amount: number | null
  /** The gateway's fee for a dispute, and for answering one; null if none is set for the currency. */
  fee: number | null
  captured: ReadonlySet<Evidence>
  own: OwnOutcomes
}

export interface Advice {
  advice: (typeof disputeAdvices)[number]
  /** Chance to win; of a warning, that it becomes a dispute. */
  chance: number
  /** The chance is of own outcomes, else of the table. */
  isOwnChance: boolean
  /** Expected gain of answering over accepting, of a warning's refund over leaving it; null without amount or fee. */
  gain: number | null
}

/** Fight or accept (product §14); null for what needs no decision. */
export function adviseDispute(it: AdvisedCase): Advice | null {
  const { stage, reason, outcome, settledAs, amount, fee, captured, own } = it
  if (outcome !== 'Open' || settledAs !== null || disputeStageRules[stage].settledAs.length === 0) return null
  const sums = amount !== null && fee !== null ? { amount, fee } : null
  if (stage === 'warning') {
    // Refunded, the amount is lost; left, four of five times the amount and the fee.
    const gain = sums && warningsDisputed * (sums.amount + sums.fee) - sums.amount
    const isRefunded = gain !== null && gain > 0 && !captured.has('threeDSecure')
    return { advice: isRefunded ? 'accept' : 'none', chance: warningsDisputed, isOwnChance: false, gain }
  }
  const isOwnChance = own.decided >= enoughOutcomes
  const chance = isOwnChance ? own.won / own.decided : tableChance(reason, captured)
  const gain = sums && chance * (sums.amount + sums.fee) - sums.fee
  const worth = gain === null ? 'none' : gain > 0 ? 'answer' : 'accept'
  return { advice: stage === 'inquiry' ? 'answer' : worth, chance, isOwnChance, gain }
}
