import { sql } from 'kysely'
import type { AdvisedDispute } from '#contract/disputes.ts'
import {
  adviseDispute,
  evidenceFor,
  evidenceNames,
  reasonRules,
  type Evidence,
  type OwnOutcomes,
} from '#contract/rules/dispute-advice.ts'
import { answeredStages, disputeStageRules, type DisputeReason } from '#contract/rules/disputes.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { evidenceKinds } from '#server/orders/evidence-kinds.ts'
import { findUndisputedMatches, transactionTime } from '#server/orders/evidence-keys.ts'
import { meetsCriteria, priorTransactionRange } from '#server/packs/compelling-evidence.ts'
import { helpfulAnswer } from '#server/packs/exhibits/issuer-answers.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { toDispute } from './list-disputes.ts'

type StoredDispute = Parameters<typeof toDispute>[0]

/** What the order view has read of an order. */
interface OrderEvidence {
  order_id: number
  created_at: Date
  email: string
  traveller_email: string
  amount: string | null
  currency: string | null
  refund: object | null
  mails: readonly { kind: string; state: string }[]
  downloads: readonly { completed: boolean }[]
  remarks: readonly { telephone: boolean; whatsapp: boolean }[]
  message_count: number | null
  disputes: readonly StoredDispute[]
}
type Payment = Readonly<Record<string, string>>

/** Two of the criteria's transactions (product §13); by the hashes alone, so that no other order is opened. */
async function hasPriorTransactions(call: Call, order: OrderEvidence, payment: Payment): Promise<boolean> {
  const source = { ...order, payment }
  const range = priorTransactionRange(transactionTime(source))
  const { found } = await findUndisputedMatches({ db: call.db, seal: call.seal }, source, range, maxMatches)
  const meeting = found.filter(({ kinds }) =>
    meetsCriteria(recordOf(evidenceKinds, (kind) => kinds.includes(kind))),
  )
  return meeting.length >= 2
}
const maxMatches = 20

const evidence: Record<
  Exclude<Evidence, 'priorTransactions'>,
  (order: OrderEvidence, payment: Payment) => boolean
> = {
  threeDSecure: (_order, payment) => helpfulAnswer('threeDSecure', payment['three_d_secure_result']) !== null,
  cardChecks: (_order, payment) =>
    helpfulAnswer('avs', payment['avs_result']) !== null &&
    helpfulAnswer('cvv', payment['cvv_result']) !== null,
  downloaded: ({ downloads }) => downloads.some(({ completed }) => completed),
  delivered: ({ mails }) =>
    mails.some(({ kind, state }) => state === 'delivered' && (kind === 'approved' || kind === 'reminder')),
  terms: (_order, payment) => Boolean(payment['terms_accepted_at']),
  disclosure: (_order, payment) => Boolean(payment['disclosure_accepted_at']),
  refund: ({ refund }) => refund !== null,
  contact: ({ remarks, message_count: messages }) =>
    (messages ?? 0) > 0 || remarks.some(({ telephone, whatsapp }) => telephone || whatsapp),
}

const needsAdvice = ({ outcome, settled_as: settledAs, stage }: StoredDispute): boolean =>
  outcome === 'Open' && settledAs === null && disputeStageRules[stage].settledAs.length > 0

interface AdviceBasis {
  captured: ReadonlySet<Evidence>
  ownOutcomes: ReadonlyMap<string, OwnOutcomes>
}

const dayMs = 24 * 60 * 60_000

/** Chargebacks decided in the last year, by reason. */
async function selectOwnOutcomes(db: Db, now: Date): Promise<AdviceBasis['ownOutcomes']> {
  const { rows } = await sql<OwnOutcomes & { reason: string }>`
    select reason, count(*)::int as decided, count(*) filter (where outcome = 'Won')::int as won
    from disputes
    where opened_at > ${new Date(now.getTime() - 365 * dayMs)} and outcome in ('Won', 'Lost')
      and stage = any(${[...answeredStages]}::text[])
    group by reason`.execute(db)
  return new Map(rows.map(({ reason, ...outcomes }) => [reason, outcomes]))
}

/** Read only for orders with a dispute to decide on; null for others. */
export async function loadAdviceBasis(
  call: Call,
  order: OrderEvidence & { sealed: Buffer },
): Promise<AdviceBasis | null> {
  const open = order.disputes.filter(needsAdvice)
  if (open.length === 0) return null
  const { payment } = openCustomerData(call, order)
  const asksForPrior = open.some(({ reason }) => evidenceFor(reason).includes('priorTransactions'))
  const [hasPrior, ownOutcomes] = await Promise.all([
    asksForPrior && hasPriorTransactions(call, order, payment),
    selectOwnOutcomes(call.db, call.now),
  ])
  const captured = evidenceNames.filter((name) =>
    name === 'priorTransactions' ? hasPrior : evidence[name](order, payment),
  )
  return { captured: new Set(captured), ownOutcomes }
}

const numberOf = (text: string | null) => (text === null ? null : Number(text))

/** A dispute with what is advised, and by what (product §14). */
export function adviseOn(
  { config }: Pick<Call, 'config'>,
  order: OrderEvidence,
  row: StoredDispute,
  basis: AdviceBasis | null,
): AdvisedDispute {
  const dispute = toDispute(row)
  const { amount, currency } =
    row.amount === null ? order : { ...row, currency: row.currency ?? order.currency }
  const { reason, stage, outcome, settled_as: settledAs } = row
  const fee = config.disputeFees.get(currency ?? '') ?? null
  const advice =
    basis &&
    adviseDispute({
      stage,
      reason,
      outcome,
      settledAs,
      fee,
      amount: numberOf(amount),
      captured: basis.captured,
      own: basis.ownOutcomes.get(reason) ?? { won: 0, decided: 0 },
    })
  if (!advice) return { ...dispute, advice: 'none', advised_by: null }
  return {
    ...dispute,
    advice: advice.advice,
    advised_by: {
      chance: advice.chance,
      is_own_chance: advice.isOwnChance,
      amount,
      currency,
      fee: fee === null ? null : fee.toFixed(2),
      gain: advice.gain === null ? null : advice.gain.toFixed(2),
      // A warning is of fraud, whatever else was said.
      ...evidenceOf(stage === 'warning' ? 'unauthorised' : reason, basis.captured),
    },
  }
}

const evidenceOf = (reason: DisputeReason, captured: ReadonlySet<Evidence>) => ({
  captured: evidenceFor(reason).filter((name) => captured.has(name)),
  missing: evidenceFor(reason).filter((name) => !captured.has(name)),
  pack: reasonRules[reason].pack,
})
