/** Product §14. */
export const disputeStages = ['warning', 'inquiry', 'chargeback', 'compliance', 'prevented'] as const
export type DisputeStage = (typeof disputeStages)[number]

export const disputeReasons = [
  'unauthorised',
  'not received',
  'not as described',
  'credit not processed',
  'cancelled',
  'duplicate',
  'other',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const disputeOutcomes = ['Won', 'Lost', 'Accepted', 'Withdrawn'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

export const disputeStates = ['Open', ...disputeOutcomes] as const
export type DisputeState = (typeof disputeStates)[number]

export const settlements = ['answered', 'accepted', 'refunded', 'left'] as const
export type Settlement = (typeof settlements)[number]

export const disputeAdvices = ['answer', 'accept', 'none'] as const

interface StageRules {
  label: string
  /** Has a time until which it is answered. */
  isAnswered: boolean
  /** An open one keeps its order from being erased (product §14). */
  holdsErasure: boolean
  settledAs: readonly Settlement[]
}

export const disputeStageRules = {
  warning: { label: 'Warning', isAnswered: false, holdsErasure: false, settledAs: ['refunded', 'left'] },
  inquiry: {
    label: 'Inquiry',
    isAnswered: true,
    holdsErasure: true,
    settledAs: ['answered', 'accepted', 'refunded'],
  },
  chargeback: {
    label: 'ChargeBack',
    isAnswered: true,
    holdsErasure: true,
    settledAs: ['answered', 'accepted'],
  },
  compliance: {
    label: 'Compliance case',
    isAnswered: true,
    holdsErasure: true,
    settledAs: ['answered', 'accepted'],
  },
  prevented: { label: 'Prevented', isAnswered: false, holdsErasure: false, settledAs: [] },
} as const satisfies Record<DisputeStage, StageRules>

const stagesWhere = (isAsked: (rules: StageRules) => boolean): readonly DisputeStage[] =>
  disputeStages.filter((stage) => isAsked(disputeStageRules[stage]))

/** Inquiries, chargebacks and compliance cases: the nearest open one of them feeds the chargeback queue. */
export const answeredStages = stagesWhere(({ isAnswered }) => isAnswered)

/** Erasure and retention wait for the end of an open dispute of one of these stages. */
export const stagesHoldingErasure = stagesWhere(({ holdsErasure }) => holdsErasure)

export interface DisputeRank {
  stage: DisputeStage
  outcome: DisputeState
  isAnswered: boolean
}

/** Of two events at one time, the one of the further state decides (product §14). */
export const stateRank = ({ stage, outcome, isAnswered }: DisputeRank): number =>
  disputeStages.indexOf(stage) * 10 + (isAnswered ? 1 : 0) + disputeStates.indexOf(outcome) * 2

/** Days until a dispute is due whose time nobody told (product §13). */
export const guessedDueDays = 7

/** Card networks' codes: what each means, and the reason that it is counted by. */
export const networkCodes = [
  { code: '10.4', network: 'visa', reason: 'unauthorised', means: 'Visa: fraud, card absent' },
  { code: '10.5', network: 'visa', reason: 'unauthorised', means: 'Visa: fraud monitoring' },
  { code: '12.6', network: 'visa', reason: 'duplicate', means: 'Visa: duplicate, or paid by other means' },
  { code: '13.1', network: 'visa', reason: 'not received', means: 'Visa: not received' },
  { code: '13.2', network: 'visa', reason: 'cancelled', means: 'Visa: cancelled recurring payment' },
  { code: '13.3', network: 'visa', reason: 'not as described', means: 'Visa: not as described' },
  { code: '13.5', network: 'visa', reason: 'not as described', means: 'Visa: misrepresentation' },
  { code: '13.6', network: 'visa', reason: 'credit not processed', means: 'Visa: refund not processed' },
  { code: '13.7', network: 'visa', reason: 'cancelled', means: 'Visa: cancelled' },
  {
    code: '4837',
    network: 'mastercard',
    reason: 'unauthorised',
    means: 'Mastercard: no authorisation by the cardholder',
  },
  { code: '4834', network: 'mastercard', reason: 'duplicate', means: 'Mastercard: duplicate' },
  {
    code: '4841',
    network: 'mastercard',
    reason: 'cancelled',
    means: 'Mastercard: cancelled recurring payment',
  },
  { code: '4853', network: 'mastercard', reason: 'other', means: 'Mastercard: dispute of the cardholder' },
  { code: '4855', network: 'mastercard', reason: 'not received', means: 'Mastercard: not received' },
  {
    code: '4860',
    network: 'mastercard',
    reason: 'credit not processed',
    means: 'Mastercard: refund not processed',
  },
  { code: 'F24', network: 'amex', reason: 'unauthorised', means: 'American Express: no authorisation' },
  { code: 'F29', network: 'amex', reason: 'unauthorised', means: 'American Express: fraud, card absent' },
  {
    code: 'C02',
    network: 'amex',
    reason: 'credit not processed',
    means: 'American Express: refund not processed',
  },
  { code: 'C08', network: 'amex', reason: 'not received', means: 'American Express: not received' },
  { code: 'C14', network: 'amex', reason: 'duplicate', means: 'American Express: paid by other means' },
  {
    code: 'C28',
    network: 'amex',
    reason: 'cancelled',
    means: 'American Express: cancelled recurring payment',
  },
  { code: 'C31', network: 'amex', reason: 'not as described', means: 'American Express: not as described' },
  { code: 'P08', network: 'amex', reason: 'duplicate', means: 'American Express: duplicate' },
  { code: 'UA02', network: 'discover', reason: 'unauthorised', means: 'Discover: fraud, card absent' },
  { code: 'RG', network: 'discover', reason: 'not received', means: 'Discover: not received' },
  { code: 'RM', network: 'discover', reason: 'not as described', means: 'Discover: not as described' },
  {
    code: 'RN2',
    network: 'discover',
    reason: 'credit not processed',
    means: 'Discover: refund not processed',
  },
  { code: 'AP', network: 'discover', reason: 'cancelled', means: 'Discover: cancelled recurring payment' },
  { code: 'DP', network: 'discover', reason: 'duplicate', means: 'Discover: duplicate' },
] as const satisfies readonly { code: string; network: string; reason: DisputeReason; means: string }[]

/** The reason of a network's code; undefined for one that the table lacks. */
export const reasonOfCode = (code: string): DisputeReason | undefined =>
  networkCodes.find((it) => it.code === code.trim().toUpperCase())?.reason

export const disputeUrgencies = ['overdue', 'soon', 'later', 'undated', 'answered', 'decided'] as const
export type DisputeUrgency = (typeof disputeUrgencies)[number]

/** Hours before its due time from which a dispute is due soon, and the shift desk counts it (product §14). */
export const dueSoonHours = 72

export const disputeUrgencyLabels = {
  overdue: 'Overdue',
  soon: `Due within ${dueSoonHours} h`,
  later: 'Due later',
  undated: 'No due date',
  answered: 'Answered',
  decided: 'Decided',
} as const satisfies Record<DisputeUrgency, string>

interface DisputeOfOrder {
  /** An instant. */
  dueAt: string | null
  outcome: DisputeOutcome | null
  settledAs?: Settlement | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function disputeUrgency(
  { dueAt, outcome, settledAs = null }: DisputeOfOrder,
  now: Date,
): DisputeUrgency {
  if (outcome) return 'decided'
  if (settledAs) return 'answered'
  if (!dueAt) return 'undated'
  const ms = Date.parse(dueAt) - now.getTime()
  if (ms < 0) return 'overdue'
  return ms <= dueSoonHours * hourMs ? 'soon' : 'later'
}

const span = (ms: number): string => {
  const [days, hours] = [Math.floor(ms / dayMs), Math.floor((ms % dayMs) / hourMs)]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  return hours > 0 ? `${hours} h` : `${Math.floor(ms / minuteMs)} min`
}

/** `in 3 d 4 h`, `late 2 h`. */
export function dueText(dueAt: string, now: Date): string {
  const ms = Date.parse(dueAt) - now.getTime()
  return ms < 0 ? `late ${span(-ms)}` : `in ${span(ms)}`
}
