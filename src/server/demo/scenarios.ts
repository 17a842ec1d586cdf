import type { Mode } from '#contract/rules/queues.ts'
import type { DisputeCaseName } from './disputes.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'

export type RemarkTopic = keyof typeof remarks

/** A step of an order's history; `percent` is its probability, 100 if absent. */
export type Step = (
  | {
      kind:
        | 'assigned'
        | 'uploaded'
        | 'downloaded'
        | 'mailed again'
        | 'refunded'
        | 'dispute recorded'
        | 'dispute decided'
        | 'deleted'
    }
  | { kind: 'moved'; to: MoveTarget }
  | { kind: 'remark'; topic: RemarkTopic }
) & { percent?: number }

export interface Scenario {
  count: number
  mode: Mode
  /** Minimum and maximum of hours since the order was placed. */
  age: readonly [number, number]
  /** Days of travel after today or after placement; `future`: beyond the window, ever fewer by month. */
  travel: { from: 'today' | 'placed'; days: readonly [number, number] } | 'future' | null
  steps: readonly Step[]
  /** Placed by one of a few returning customers, so that disputes have prior transactions. */
  returning?: true
  /** States of its orders' chargebacks, in turn. */
  disputes?: readonly DisputeCaseName[]
}

const assigned: Step = { kind: 'assigned' }
const uploaded: Step = { kind: 'uploaded' }
const moveTo = (target: MoveTarget): Step => ({ kind: 'moved', to: target })
const addsRemark = (topic: RemarkTopic, percent = 100): Step => ({ kind: 'remark', topic, percent })
/** Within the window, and late enough that the promise is not yet up because of the travel day. */
const travelSoon = { from: 'today', days: [2, 3] } as const
/** The same with a window that is open since yesterday at least. */
const travelNext = { from: 'today', days: [2, 2] } as const
const travelPlaced = { from: 'placed', days: [2, 3] } as const
const travelPast = { from: 'placed', days: [3, 40] } as const
/** Hours in which a standard order is in time, nearly due, and late. */
const inTime = [1, 17] as const
const dueSoon = [22, 24] as const
const late = [25, 40] as const

const completedSteps: readonly Step[] = [
  assigned,
  addsRemark('checking', 30),
  { ...moveTo('AwaitingGovt'), percent: 70 },
  uploaded,
  { kind: 'downloaded', percent: 80 },
  { kind: 'mailed again', percent: 12 },
  { kind: 'downloaded', percent: 45 },
  { kind: 'downloaded', percent: 20 },
]

const disputedSteps: readonly Step[] = [
  ...completedSteps,
  addsRemark('called', 40),
  moveTo('ChargeBack'),
  { kind: 'dispute recorded' },
  { kind: 'dispute decided' },
]

const awaitingSteps = [assigned, moveTo('Awaiting'), addsRemark('asked'), addsRemark('reminded', 30)]
const govtSteps = [assigned, addsRemark('checking', 30), moveTo('AwaitingGovt')]
const contactSteps = [assigned, moveTo('Contact Customer'), addsRemark('asked', 70)]
const calledSteps = [
  assigned,
  moveTo('Contact Customer'),
  addsRemark('asked', 50),
  moveTo('Customer Called'),
  addsRemark('called'),
]

/** Some open orders: most in time, a few nearly due, about one in fifteen late. */
const openOrders = (
  steps: readonly Step[],
  counts: { inTime: number; dueSoon: number; late: number },
): Scenario[] =>
  (
    [
      [counts.inTime, inTime, travelSoon],
      [counts.dueSoon, dueSoon, travelNext],
      [counts.late, late, travelNext],
    ] as const
  ).map(([count, age, travel]) => ({ count, mode: 'standard', age, travel, steps }))

/** About five hundred orders over all queues: a good day of the agency. */
export const scenarios: readonly Scenario[] = [
  ...openOrders([], { inTime: 57, dueSoon: 3, late: 4 }),
  { count: 4, mode: 'standard', age: inTime, travel: null, steps: [] },
  { count: 8, mode: 'standard', age: [240, 900], travel: { from: 'today', days: [3, 3] }, steps: [] },
  { count: 6, mode: 'priority', age: [0, 2], travel: travelSoon, steps: [] },
  { count: 15, mode: 'priority', age: [0, 30], travel: { from: 'today', days: [5, 14] }, steps: [] },
  { count: 1, mode: 'priority', age: [5, 7], travel: travelNext, steps: [] },
  ...openOrders([assigned, addsRemark('checking', 40)], { inTime: 40, dueSoon: 3, late: 2 }),
  { count: 84, mode: 'standard', age: [2, 700], travel: 'future', steps: [] },
  ...openOrders(awaitingSteps, { inTime: 26, dueSoon: 1, late: 3 }),
  {
    count: 2,
    mode: 'standard',
    age: [60, 90],
    travel: { from: 'today', days: [-1, -1] },
    steps: awaitingSteps,
  },
  ...openOrders(govtSteps, { inTime: 31, dueSoon: 1, late: 2 }),
  ...openOrders(contactSteps, { inTime: 20, dueSoon: 0, late: 2 }),
  { count: 2, mode: 'priority', age: [1, 3], travel: travelSoon, steps: contactSteps },
  ...openOrders(calledSteps, { inTime: 18, dueSoon: 0, late: 2 }),
  { count: 36, mode: 'standard', age: [6, 170], travel: travelPlaced, steps: completedSteps },
  { count: 22, mode: 'standard', age: [170, 4800], travel: travelPast, steps: completedSteps },
  {
    count: 16,
    mode: 'standard',
    age: [4200, 7000],
    travel: travelPast,
    steps: completedSteps,
    returning: true,
  },
  {
    count: 10,
    mode: 'priority',
    age: [5, 170],
    travel: travelPlaced,
    steps: completedSteps,
  },
  {
    count: 7,
    mode: 'priority',
    age: [170, 3000],
    travel: travelPlaced,
    steps: completedSteps,
  },
  {
    count: 18,
    mode: 'standard',
    age: [300, 1900],
    travel: travelPast,
    steps: [assigned, addsRemark('checking', 20), moveTo('Refunds'), addsRemark('wants money back')],
  },
  {
    count: 14,
    mode: 'standard',
    age: [500, 2900],
    travel: travelPast,
    steps: [...completedSteps, moveTo('Refunds'), addsRemark('wants money back'), { kind: 'refunded' }],
  },
  {
    count: 12,
    mode: 'standard',
    age: [1000, 1300],
    travel: travelPast,
    steps: disputedSteps,
    returning: true,
    disputes: [
      'due soon',
      ...Array<DisputeCaseName>(6).fill('due later'),
      ...Array<DisputeCaseName>(2).fill('answered'),
      ...Array<DisputeCaseName>(3).fill('guessed'),
    ],
  },
  {
    count: 12,
    mode: 'standard',
    age: [1900, 3600],
    travel: travelPast,
    steps: disputedSteps,
    disputes: ['won', 'lost', 'won', 'accepted', 'lost', 'won'],
  },
  {
    count: 10,
    mode: 'standard',
    age: [60, 3600],
    travel: travelPast,
    steps: [addsRemark('double'), { kind: 'deleted' }],
  },
  {
    count: 6,
    mode: 'standard',
    age: [60, 1800],
    travel: travelPast,
    steps: [assigned, addsRemark('voided'), moveTo('Deleted')],
  },
]

const note = (text: string, ...flags: Flag[]) => ({ text, flags })
type Flag = 'whatsapp' | 'telephone' | 'status_refund' | 'voided' | 'chargeback'

/** Members' remarks with their flags; `{downloads}` is a count. */
export const remarks = {
  checking: [
    note('Passport and flight checked, all in order.'),
    note('Hotel name completed from the booking that was attached.'),
    note('Name is given in two ways; the one in the passport is used.'),
    note('Flight number corrected after the customer’s mail.'),
  ],
  asked: [
    note('Passport number has a digit too few; asked for a picture of the page.', 'whatsapp'),
    note('Value of the camera missing; asked for the receipt.', 'whatsapp'),
    note('Date of arrival is before the flight; asked which one holds.'),
    note('Mail came back, wrote to the number instead.', 'whatsapp'),
  ],
  reminded: [
    note('No answer yet, wrote again.', 'whatsapp'),
    note('Called twice, nobody answers.', 'telephone'),
  ],
  called: [
    note(
      'Spoke to the customer: the goods are gifts, the camera is her own. Receipt follows today.',
      'telephone',
    ),
    note('Called: lands a day earlier than declared, sends the new ticket.', 'telephone'),
    note('Spoke to the daughter, who speaks English; everything is clear now.', 'telephone', 'whatsapp'),
  ],
  'wants money back': [
    note('Cancelled the journey, asks for the fee.', 'status_refund'),
    note('Ordered on another site as well, wants this one back.', 'status_refund', 'telephone'),
    note('Airline cancelled the flight; refund agreed.', 'status_refund'),
  ],
  'disputed as fraud': [
    note('Bank says that the cardholder did not authorise it. Evidence is being put together.', 'chargeback'),
    note('Fraud claimed; device and address are those of an earlier order.', 'chargeback'),
  ],
  'disputed as not received': [
    note('Dispute over “not received”; downloads in the log: {downloads}.', 'chargeback'),
    note('Cardholder says nothing came; the mail was delivered the same day.', 'chargeback'),
  ],
  'disputed as cancelled': [
    note('Says the order was cancelled; no such mail ever came in.', 'chargeback'),
    note('Wants the fee back from the bank after the document was sent.', 'chargeback'),
  ],
  double: [
    note('Same passport and date as an order of the day before.'),
    note('Test order of the landing site.'),
  ],
  voided: [note('Payment voided at the customer’s wish before anything was handed in.', 'voided')],
} as const satisfies Record<string, readonly { text: string; flags: Flag[] }[]>
