import { estDate } from '#contract/rules/dates.ts'
import type { EventAction, EventDetails, UndoableAction } from '#contract/rules/order-events.ts'
import type { Mode } from '#contract/rules/queues.ts'
import type { OrderState } from '#server/platform/db/tables.ts'
import { createDispute, type DemoDispute, type DisputeCaseName } from './disputes.ts'
import { devices, type Buyer, type Device } from './payments.ts'
import type { Chance } from './random.ts'
import { remarks, type RemarkTopic, type Step, type Scenario } from './scenarios.ts'

export interface TeamMember {
  id: number
  name: string
  role: string
}

interface HistoryEvent {
  at: Date
  /** Null for the visitor. */
  by: TeamMember | null
  action: EventAction
  before: OrderState | null
  after: OrderState | null
  /** `document`: the event's details name the order's document. */
  subject: 'document' | null
  /** Details that do not depend on the document. */
  details?: EventDetails<'chargeback recorded'>
}

interface Remark {
  at: Date
  by: TeamMember
  remark: string
  flags: readonly string[]
}

interface Download {
  at: Date
  ip: string
  timezone: string
  device: Device
}

/** The history of an order after its arrival, earliest first. */
export interface History {
  state: OrderState
  assignedAt: Date | null
  events: HistoryEvent[]
  remarks: Remark[]
  /** Mailing times of the approved document; the first one is also its upload. */
  mailed: { at: Date; by: TeamMember }[]
  downloads: Download[]
  /** `share` of the amount was refunded. */
  refunded: { at: Date; by: TeamMember; share: number } | null
  dispute: DemoDispute | null
}

const newOrderState: OrderState = {
  process_status: 'New',
  assignee_id: null,
  processing_date: null,
  processed_by: null,
  refund_date: null,
}

const timezones = [
  'Asia/Jakarta',
  'Asia/Makassar',
  'Asia/Singapore',
  'Australia/Sydney',
  'Europe/Berlin',
] as const

/** Steps of banks and customers take days, those of members hours: few enough to keep most promises. */
const minutesUntil = (chance: Chance, step: Step, mode: Mode) =>
  step.kind === 'refunded' || (step.kind === 'moved' && (step.to === 'ChargeBack' || step.to === 'Refunds'))
    ? chance.integer(4000, 24_000)
    : chance.integer(4, mode === 'priority' ? 75 : 240)

/** Times between `start` and `now`; the gaps shrink if there is too little time. */
function scheduleSteps(chance: Chance, steps: readonly Step[], mode: Mode, start: Date, now: Date): Date[] {
  const gaps = steps.map((step) => minutesUntil(chance, step, mode))
  const availableMinutes = (now.getTime() - start.getTime()) / 60_000 - 5
  const timeScale = Math.min(1, Math.max(availableMinutes, 0) / gaps.reduce((sum, gap) => sum + gap, 1))
  let minutes = 0
  return gaps.map((gap) => {
    minutes += gap * timeScale
    return new Date(start.getTime() + Math.round(minutes * 60) * 1000)
  })
}

const completedState = (at: Date, by: TeamMember) => ({
  process_status: 'Completed' as const,
  processing_date: at.toISOString(),
  processed_by: by.id,
})

export interface HistoryContext {
  /** When work can begin: when the order was placed, or when its window opened. */
  start: Date
  now: Date
  assignee: TeamMember
  managers: readonly TeamMember[]
  buyer: Buyer
  /** Null without a chargeback. */
  disputeCase: DisputeCaseName | null
}

export function simulateHistory(
  chance: Chance,
  scenario: Scenario,
  { start, now, assignee, managers, buyer, disputeCase }: HistoryContext,
): History {
  const steps = scenario.steps.filter(({ percent = 100 }) => chance.percent(percent))
  const times = scheduleSteps(chance, steps, scenario.mode, start, now)
  const history: History = {
    state: newOrderState,
    assignedAt: null,
    events: [],
    remarks: [],
    mailed: [],
    downloads: [],
    refunded: null,
    dispute: null,
  }
  const record = (
    at: Date,
    by: TeamMember | null,
    action: EventAction,
    subject: HistoryEvent['subject'] = null,
  ) => history.events.push({ at, by, action, before: null, after: null, subject })
  const change = (at: Date, by: TeamMember, action: UndoableAction, changes: Partial<OrderState>) => {
    const before = history.state
    history.state = { ...before, ...changes }
    history.events.push({ at, by, action, before, after: history.state, subject: null })
  }
  const addRemark = (at: Date, by: TeamMember, topic: RemarkTopic) => {
    const { text, flags } = chance.pick(remarks[topic])
    const remark = text.replace('{downloads}', String(history.downloads.length))
    history.remarks.push({ at, by, remark, flags })
    record(at, by, 'remark added')
  }
  const recordDispute = (at: Date, by: TeamMember, details: EventDetails<'chargeback recorded'>) =>
    history.events.push({
      at,
      by,
      action: 'chargeback recorded',
      before: null,
      after: null,
      subject: null,
      details,
    })
  const stepHandlers = {
    assigned: (at) => {
      history.assignedAt = at
      change(at, assignee, 'assigned', { assignee_id: assignee.id })
    },
    moved: (at, step) => {
      if (step.kind === 'moved') change(at, assignee, 'moved', { process_status: step.to })
    },
    uploaded: (at) => {
      history.mailed.push({ at, by: assignee })
      record(at, assignee, 'document uploaded', 'document')
      change(at, assignee, 'completed by upload', completedState(at, assignee))
    },
    'mailed again': (at) => {
      history.mailed.push({ at, by: assignee })
      record(at, assignee, 'mail queued again', 'document')
    },
    downloaded: (at) => {
      const isBuyersDevice = chance.percent(70)
      history.downloads.push({
        at,
        ip: isBuyersDevice ? buyer.payment_ip : `203.0.113.${chance.integer(1, 254)}`,
        timezone: chance.pick(timezones),
        device:
          (isBuyersDevice && devices.find(({ userAgent }) => userAgent === buyer.payment_user_agent)) ||
          chance.pick(devices),
      })
      record(at, null, 'downloaded', 'document')
    },
    remark: (at, step) => {
      if (step.kind !== 'remark') return
      addRemark(at, chance.percent(75) ? assignee : chance.pick(managers), step.topic)
    },
    refunded: (at) => {
      const by = chance.pick(managers)
      history.refunded = { at, by, share: chance.percent(25) ? 0.5 : 1 }
      change(at, by, 'refunded', { refund_date: at.toISOString() })
    },
    'dispute recorded': (at) => {
      if (!disputeCase) return
      const { topic, ...dispute } = createDispute(chance, disputeCase, buyer.card_brand, now)
      history.dispute = { ...dispute, openedAt: at, by: assignee.id }
      addRemark(at, assignee, topic)
      recordDispute(at, assignee, {
        due_on: { from: null, to: dispute.isGuessed ? null : estDate(dispute.dueAt) },
        reason_code: { from: null, to: dispute.reasonCode },
        outcome: { from: null, to: null },
      })
    },
    'dispute decided': (at) => {
      if (!history.dispute?.outcome) return
      const { dueAt, reasonCode, outcome } = history.dispute
      const dueOn = estDate(dueAt)
      recordDispute(at, chance.pick(managers), {
        due_on: { from: dueOn, to: dueOn },
        reason_code: { from: reasonCode, to: reasonCode },
        outcome: { from: null, to: outcome },
      })
    },
    deleted: (at) => change(at, chance.pick(managers), 'deleted', { process_status: 'Deleted' }),
  } satisfies Record<Step['kind'], (at: Date, step: Step) => void>

  for (const [index, step] of steps.entries()) stepHandlers[step.kind](times[index] ?? now, step)
  return history
}
