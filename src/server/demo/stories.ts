import type { Mode } from '#contract/rules/queues.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'

type Topic = keyof typeof remarks

/** One thing that happens to an order after its arrival; with `percent` in so many of a hundred. */
export type Act = (
  | { kind: 'assigned' | 'uploaded' | 'downloaded' | 'mailed again' | 'refunded' | 'deleted' }
  | { kind: 'moved'; to: MoveTarget }
  | { kind: 'remark'; topic: Topic }
) & { percent?: number }

/** So many orders that come to the same place. */
export interface Story {
  count: number
  mode: Mode
  /** Hours since the order was placed, the least and the most. */
  age: readonly [number, number]
  /** Days of travel after today or after the day it was placed; `months`: beyond the window, evenly over the year. */
  travel: { from: 'today' | 'placed'; days: readonly [number, number] } | 'months' | null
  acts: readonly Act[]
  /** Placed by one of the few customers who came before: a dispute's evidence is in their earlier orders. */
  returning?: true
}

const assigned: Act = { kind: 'assigned' }
const uploaded: Act = { kind: 'uploaded' }
const to = (target: MoveTarget): Act => ({ kind: 'moved', to: target })
const says = (topic: Topic, percent = 100): Act => ({ kind: 'remark', topic, percent })
const soon = { from: 'today', days: [0, 3] } as const
const worked = { from: 'today', days: [-1, 3] } as const
const past = { from: 'placed', days: [1, 40] } as const

const completed: readonly Act[] = [
  assigned,
  says('checking', 30),
  { ...to('AwaitingGovt'), percent: 70 },
  uploaded,
  { kind: 'downloaded', percent: 80 },
  { kind: 'mailed again', percent: 12 },
  { kind: 'downloaded', percent: 45 },
  { kind: 'downloaded', percent: 20 },
]

const disputed: readonly Act[] = [...completed, says('called', 40), to('ChargeBack'), says('disputed')]

/** Five hundred orders, every queue with its share. */
export const stories: readonly Story[] = [
  { count: 66, mode: 'standard', age: [0, 44], travel: soon, acts: [] },
  { count: 4, mode: 'standard', age: [1, 30], travel: null, acts: [] },
  { count: 4, mode: 'standard', age: [30, 90], travel: { from: 'today', days: [-2, -1] }, acts: [] },
  { count: 8, mode: 'standard', age: [240, 900], travel: soon, acts: [] },
  { count: 22, mode: 'priority', age: [0, 30], travel: { from: 'today', days: [0, 14] }, acts: [] },
  { count: 45, mode: 'standard', age: [2, 60], travel: soon, acts: [assigned, says('checking', 40)] },
  { count: 84, mode: 'standard', age: [2, 700], travel: 'months', acts: [] },
  {
    count: 34,
    mode: 'standard',
    age: [20, 200],
    travel: worked,
    acts: [assigned, to('Awaiting'), says('asked'), says('reminded', 30)],
  },
  {
    count: 36,
    mode: 'standard',
    age: [8, 120],
    travel: worked,
    acts: [assigned, says('checking', 30), to('AwaitingGovt')],
  },
  {
    count: 24,
    mode: 'priority',
    age: [10, 150],
    travel: worked,
    acts: [assigned, to('Contact Customer'), says('asked', 70)],
  },
  {
    count: 20,
    mode: 'standard',
    age: [20, 180],
    travel: worked,
    acts: [assigned, to('Contact Customer'), says('asked', 50), to('Customer Called'), says('called')],
  },
  { count: 68, mode: 'standard', age: [30, 4800], travel: past, acts: completed },
  { count: 16, mode: 'standard', age: [4200, 7000], travel: past, acts: completed, returning: true },
  { count: 17, mode: 'priority', age: [24, 3000], travel: { from: 'placed', days: [0, 4] }, acts: completed },
  {
    count: 14,
    mode: 'standard',
    age: [300, 1900],
    travel: past,
    acts: [assigned, says('checking', 20), to('Refunds'), says('wants money back')],
  },
  {
    count: 10,
    mode: 'standard',
    age: [500, 2900],
    travel: past,
    acts: [...completed, to('Refunds'), says('wants money back'), { kind: 'refunded' }],
  },
  { count: 8, mode: 'standard', age: [1000, 1300], travel: past, acts: disputed, returning: true },
  { count: 4, mode: 'standard', age: [1000, 3600], travel: past, acts: disputed },
  { count: 10, mode: 'standard', age: [60, 3600], travel: past, acts: [says('double'), { kind: 'deleted' }] },
  {
    count: 6,
    mode: 'standard',
    age: [60, 1800],
    travel: past,
    acts: [assigned, says('voided'), to('Deleted')],
  },
]

const note = (text: string, ...flags: Flag[]) => ({ text, flags })
type Flag = 'whatsapp' | 'telephone' | 'status_refund' | 'voided' | 'chargeback'

/** What members write, with the flags that they set. */
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
  disputed: [
    note('Bank says that the cardholder did not authorise it. Evidence is being put together.', 'chargeback'),
    note('Dispute over “not received”; the download log shows two downloads.', 'chargeback'),
  ],
  double: [
    note('Same passport and date as an order of the day before.'),
    note('Test order of the landing site.'),
  ],
  voided: [note('Payment voided at the customer’s wish before anything was handed in.', 'voided')],
} as const satisfies Record<string, readonly { text: string; flags: Flag[] }[]>
