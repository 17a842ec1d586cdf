import type { NewOrder } from '#server/orders/new-order-rows.ts'
import { readNetwork } from '#contract/rules/card-networks.ts'
import { guessedDueDays, type DisputeOutcome, type DisputeReason } from '#contract/rules/disputes.ts'
import { receiveDispute, type DisputeSnapshot } from '#server/disputes/receive-dispute.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import type { Chance } from './random.ts'

interface DisputeCase {
  /** Minimum and maximum of hours from now to the due time; null: the gateway named none, and it is guessed. */
  due: readonly [number, number] | null
  outcome: DisputeOutcome | null
  isAnswered?: boolean
}

const disputeCases = {
  'due soon': { due: [50, 60], outcome: null },
  'due later': { due: [9 * 24, 24 * 24], outcome: null },
  guessed: { due: null, outcome: null },
  answered: { due: [4 * 24, 9 * 24], outcome: null, isAnswered: true },
  won: { due: [-40 * 24, -12 * 24], outcome: 'Won' },
  lost: { due: [-40 * 24, -12 * 24], outcome: 'Lost' },
  accepted: { due: [-40 * 24, -12 * 24], outcome: 'Accepted' },
} as const satisfies Record<string, DisputeCase>

export type DisputeCaseName = keyof typeof disputeCases

const topicReasons = {
  'disputed as fraud': 'unauthorised',
  'disputed as not received': 'not received',
  'disputed as cancelled': 'cancelled',
} as const satisfies Record<string, DisputeReason>
type Topic = keyof typeof topicReasons
const topics = ['disputed as fraud', 'disputed as not received', 'disputed as cancelled'] as const

type ReasonCodes = Record<Topic, string>

const visaCodes: ReasonCodes = {
  'disputed as fraud': '10.4',
  'disputed as not received': '13.1',
  'disputed as cancelled': '13.7',
}

/** Codes of the card networks; other networks get Visa's. */
const reasonCodes: Readonly<Record<string, ReasonCodes>> = {
  Mastercard: {
    'disputed as fraud': '4837',
    'disputed as not received': '4855',
    'disputed as cancelled': '4841',
  },
  Amex: {
    'disputed as fraud': 'F29',
    'disputed as not received': 'C08',
    'disputed as cancelled': 'C28',
  },
}

const hourMs = 60 * 60_000

/** The facts of the bank's notice, and the topic of the member's remark. */
export function createDispute(chance: Chance, name: DisputeCaseName, cardBrand: string, now: Date) {
  const { due, outcome, isAnswered = false }: DisputeCase = disputeCases[name]
  const topic = chance.pick(topics)
  const hours = due ? chance.integer(due[0], due[1]) : guessedDueDays * 24
  return {
    topic,
    reason: topicReasons[topic],
    network: readNetwork(cardBrand),
    reasonCode: (reasonCodes[cardBrand] ?? visaCodes)[topic],
    dueAt: new Date(now.getTime() + hours * hourMs),
    isGuessed: due === null,
    outcome,
    isAnswered,
  }
}

export type DemoDispute = Omit<ReturnType<typeof createDispute>, 'topic'> & { openedAt: Date; by: number }

interface PlacedOrder {
  row: Pick<NewOrder, 'process_status' | 'transaction_id' | 'amount' | 'currency' | 'gateway'>
  history: { events: readonly { at: Date }[] }
  createdAt: Date
}
type PaidOrder = PlacedOrder['row']

/** The gateway that tells of disputes. */
const toldBy = 'Stripe'
const restingMs = 3 * 24 * hourMs

/** Completed orders of the gateway that were left alone for days, the newest first. */
const restingPaidOrders = (orders: readonly PlacedOrder[], now: Date): PaidOrder[] =>
  orders
    .filter(({ row, history }) => {
      const last = history.events.at(-1)?.at ?? now
      const isResting = row.process_status === 'Completed' && last.getTime() < now.getTime() - restingMs
      return isResting && row.transaction_id && row.amount && row.gateway === toldBy
    })
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ row }) => row)

/** A warning, a prevented dispute, and one that fits no order, as a gateway tells of them. */
export async function seedGatewayDisputes(work: Work<Actor>, orders: readonly PlacedOrder[]): Promise<void> {
  const [warned, prevented] = restingPaidOrders(orders, work.now)
  const openedAt = new Date(work.now.getTime() - 2 * hourMs)
  const gateway = { ...work, actor: { kind: 'job', name: toldBy } as const, now: openedAt }
  const snapshot = (
    id: string,
    paid: PaidOrder | undefined,
    changes: Pick<DisputeSnapshot, 'stage' | 'reason' | 'network_code' | 'due_at'>,
  ): DisputeSnapshot => ({
    gateway: toldBy,
    gateway_dispute_id: id,
    charge_id: null,
    payment_intent_id: null,
    transaction_id: paid?.transaction_id ?? 'pi_3QkUnknown0000',
    network: 'visa',
    amount: paid?.amount ?? '49.00',
    currency: paid?.currency ?? 'USD',
    opened_at: openedAt,
    updated_at: openedAt,
    outcome: 'Open',
    settled_as: null,
    ...changes,
  })
  const fraud = { reason: 'unauthorised', network_code: null, due_at: null } as const
  const inDays = (days: number) => new Date(work.now.getTime() + days * 24 * hourMs)
  await receiveDispute(gateway, snapshot('issfr_demo1', warned, { stage: 'warning', ...fraud }))
  await receiveDispute(gateway, snapshot('dp_demo2', prevented, { stage: 'prevented', ...fraud }))
  await receiveDispute(
    gateway,
    snapshot('dp_demo3', undefined, {
      stage: 'chargeback',
      reason: 'not received',
      network_code: '13.1',
      due_at: inDays(10),
    }),
  )
}
