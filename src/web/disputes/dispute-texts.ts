import type { AdvisedDispute, Dispute } from '#contract/disputes.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { disputeStageRules, networkCodes, type Settlement } from '#contract/rules/disputes.ts'

/** What a network's code means; '' for one that the table lacks. */
export const codeMeaning = (code: string | null): string =>
  networkCodes.find((it) => it.code === code?.trim().toUpperCase())?.means ?? ''

/** `ChargeBack, not received`. */
export const disputeTitle = ({ stage, reason }: Pick<Dispute, 'stage' | 'reason'>): string =>
  `${disputeStageRules[stage].label}, ${reason}`

export const settledLabels = {
  answered: 'Answered',
  accepted: 'Accepted',
  refunded: 'Refunded',
  left: 'Left as it is',
} as const satisfies Record<Settlement, string>

const percent = (share: number) => `${Math.round(share * 100)} %`

type AdvisedBy = NonNullable<AdvisedDispute['advised_by']>

function warningText({ advice }: AdvisedDispute, by: AdvisedBy): string {
  if (by.captured.includes('threeDSecure')) return 'Leave it: after 3-D Secure the loss is the issuer’s'
  if (by.gain === null || by.fee === null) return `${percent(by.chance)} of warnings become disputes`
  const refund = displayMoney(by.amount, by.currency)
  const left = displayMoney((by.chance * (Number(by.amount) + Number(by.fee))).toFixed(2), by.currency)
  const verdict = advice === 'accept' ? 'Refund it' : 'Leave it'
  return `${verdict}: a refund costs ${refund}; left, ${percent(by.chance)} of ${displayMoney(by.amount, by.currency)} and the fee of ${by.fee}, ${left}`
}

/** Fight or accept, as a sum in one line; '' for what needs no decision. */
export function adviceText(dispute: AdvisedDispute): string {
  const { stage, advice, advised_by: by } = dispute
  if (!by) return ''
  if (stage === 'warning') return warningText(dispute, by)
  const chance = `${percent(by.chance)} (${by.is_own_chance ? 'own outcomes' : 'an estimate'})`
  if (by.gain === null || by.fee === null)
    return `${advice === 'answer' ? 'Answer it: ' : ''}chance to win ${chance}`
  const verdict = advice === 'answer' ? 'Answer it' : 'Accept it'
  const worth = Number(by.gain) > 0 ? `gains ${by.gain}` : `loses ${by.gain.replace('-', '')}`
  return `${verdict}: answering ${worth} ${by.currency ?? ''} on average, ${chance} of ${displayMoney(by.amount, null)} and ${by.fee}, less ${by.fee}`
}
