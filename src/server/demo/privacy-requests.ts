import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/privacy.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { confirmErasure } from '#server/privacy/confirm-erasure.ts'
import { planErasure } from '#server/privacy/plan-erasure.ts'
import {
  closeRequest,
  createRequest,
  restrictOrders,
  tickStep,
  viewRequest,
} from '#server/privacy/requests.ts'
import type { Act } from './acts.ts'
import { selectRestingCustomers } from './demo.queries.ts'
import { demoTeam } from './team.ts'

const hourMs = 60 * 60_000
/** Nothing has happened for so long to the orders of those who ask. */
const restingHours = 10 * 24

type Step = (work: Work, id: string) => Promise<unknown>

const tick =
  (step: Body<typeof contract.tickStep>['step']): Step =>
  (work, id) =>
    tickStep(work, id, { step, done: true })
const restrict: Step = (work, id) => restrictOrders(work, id, true)
const erase: Step = async (work, id) => confirmErasure(work, id, (await planErasure(work, id)).plan)
const close: Step = (work, id) => closeRequest(work, id, {})

interface DemoRequest {
  /** An open chargeback keeps a part of a customer's data. */
  hasDispute?: true
  asked: Pick<Body<typeof contract.createRequest>, 'kinds' | 'channel' | 'text'>
  hoursAgo: number
  /** What was done for it, with the hours since it was asked. */
  steps: readonly (readonly [hours: number, step: Step])[]
}

/** One request for each state of the desk. */
const demoRequests: readonly DemoRequest[] = [
  {
    asked: {
      kinds: ['restriction'],
      channel: 'telephone',
      text: 'I do not want anybody to see my passport.',
    },
    hoursAgo: 150,
    steps: [
      [0.1, viewRequest],
      [0.2, tick('identity')],
      [0.3, restrict],
      [20, viewRequest],
      [20.2, close],
    ],
  },
  {
    asked: {
      kinds: ['correction'],
      channel: 'site',
      text: 'The invoice has my maiden name. Could you correct it?',
    },
    hoursAgo: 65.5,
    steps: [
      [3.4, viewRequest],
      [3.6, tick('identity')],
    ],
  },
  {
    hasDispute: true,
    asked: {
      kinds: ['access', 'erasure'],
      channel: 'e-mail',
      text: 'Please send me what you keep of me, and delete it afterwards.',
    },
    hoursAgo: 40.4,
    steps: [
      [1, viewRequest],
      [1.2, tick('identity')],
      [1.3, restrict],
      [24.3, viewRequest],
    ],
  },
  {
    asked: { kinds: ['erasure'], channel: 'letter', text: 'I ask that all data about me be erased.' },
    hoursAgo: 27.5,
    steps: [
      [2.5, viewRequest],
      [2.7, tick('identity')],
      [27.1, viewRequest],
      [27.2, erase],
    ],
  },
  {
    asked: {
      kinds: ['access'],
      channel: 'e-mail',
      text: 'Which of my data do you have, and who has seen them?',
    },
    hoursAgo: 4.8,
    steps: [],
  },
]

/** What customers asked of their data, and what an Admin has done for it, as if by the desk's own calls. */
export async function planPrivacyActs(tx: Tx, now: Date): Promise<Act[]> {
  const by = demoTeam[0].name
  const customers = await selectRestingCustomers(tx, new Date(now.getTime() - restingHours * hourMs))
  const disputed = customers.filter((it) => it.has_open_dispute && it.orders > 1).values()
  const finished = customers.filter((it) => it.is_completed).values()
  return demoRequests.flatMap(({ hasDispute, asked, hoursAgo, steps }): Act[] => {
    const customer = (hasDispute ? disputed : finished).next().value
    if (!customer) return []
    let id = ''
    const at = (hours: number) => new Date(now.getTime() - (hoursAgo - hours) * hourMs)
    const record = async (work: Work) => {
      id = (await createRequest(work, { ...asked, email: customer.email })).id
    }
    return [
      { at: at(0), by, perform: record },
      ...steps.map(([hours, step]) => ({ at: at(hours), by, perform: (work: Work) => step(work, id) })),
    ]
  })
}
