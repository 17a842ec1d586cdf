import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import type { DisputeOutcome } from '#contract/rules/disputes.ts'
import type { Chance } from './random.ts'

interface DisputeCase {
  /** Minimum and maximum of days from today to the due date; null if the bank has named none. */
  due: readonly [number, number] | null
  outcome: DisputeOutcome | null
}

const disputeCases = {
  'due soon': { due: [2, 2], outcome: null },
  'due later': { due: [9, 24], outcome: null },
  undated: { due: null, outcome: null },
  won: { due: [-40, -12], outcome: 'Won' },
  lost: { due: [-40, -12], outcome: 'Lost' },
  accepted: { due: [-40, -12], outcome: 'Accepted' },
} as const satisfies Record<string, DisputeCase>

export type DisputeCaseName = keyof typeof disputeCases

const topics = ['disputed as fraud', 'disputed as not received', 'disputed as cancelled'] as const

type ReasonCodes = Record<(typeof topics)[number], string>

const visaCodes: ReasonCodes = {
  'disputed as fraud': '10.4',
  'disputed as not received': '13.1',
  'disputed as cancelled': '13.7',
}

/** Codes of the card networks; other networks get Visa's. */
const reasonCodes: Readonly<Record<string, ReasonCodes>> = {
  Mastercard: {
    'disputed as fraud': '4837',
    'disputed as not received': '4853',
    'disputed as cancelled': '4853',
  },
  Amex: {
    'disputed as fraud': 'F29',
    'disputed as not received': 'C08',
    'disputed as cancelled': 'C02',
  },
}

/** The facts of the bank's notice, and the topic of the member's remark. */
export function createDispute(chance: Chance, name: DisputeCaseName, cardBrand: string, now: Date) {
  const { due, outcome } = disputeCases[name]
  const topic = chance.pick(topics)
  return {
    topic,
    dueOn: due && addDays(jakartaToday(now), chance.integer(due[0], due[1])),
    reasonCode: (reasonCodes[cardBrand] ?? visaCodes)[topic],
    outcome,
  }
}

export type DemoDispute = Omit<ReturnType<typeof createDispute>, 'topic'>
