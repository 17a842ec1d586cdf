import type { OrderState } from '#server/platform/db/tables.ts'
import { devices, type Buyer, type Device } from './payments.ts'
import type { Chance } from './random.ts'
import { remarks, type Act, type Story } from './stories.ts'

export interface TeamMember {
  id: number
  name: string
  role: string
}

interface HistoryEvent {
  at: Date
  /** Null: the visitor. */
  by: TeamMember | null
  action: string
  before: OrderState | null
  after: OrderState | null
  /** What the act brought: filled in with the document's name where it is about that. */
  about: 'document' | null
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

/** Everything that happened to an order after its arrival, the earliest first. */
export interface History {
  state: OrderState
  assignedAt: Date | null
  events: HistoryEvent[]
  remarks: Remark[]
  /** When the approved document was mailed; the first time it was also uploaded. */
  mailed: { at: Date; by: TeamMember }[]
  downloads: Download[]
  refunded: { at: Date; by: TeamMember } | null
}

/** What a landing site's order starts as. */
const arrived: OrderState = {
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

/** Banks and customers take days, members hours. */
const minutesBefore = (chance: Chance, act: Act) =>
  act.kind === 'refunded' || (act.kind === 'moved' && (act.to === 'ChargeBack' || act.to === 'Refunds'))
    ? chance.whole(4000, 24_000)
    : chance.whole(4, 600)

/** When each act happens, between `start` and `now`; closer together if time is short. */
function moments(chance: Chance, acts: readonly Act[], start: Date, now: Date): Date[] {
  const gaps = acts.map((act) => minutesBefore(chance, act))
  const room = (now.getTime() - start.getTime()) / 60_000 - 5
  const squeeze = Math.min(1, Math.max(room, 0) / gaps.reduce((sum, gap) => sum + gap, 1))
  let minutes = 0
  return gaps.map((gap) => {
    minutes += gap * squeeze
    return new Date(start.getTime() + Math.round(minutes * 60) * 1000)
  })
}

const completion = (at: Date, by: TeamMember) => ({
  process_status: 'Completed' as const,
  processing_date: at.toISOString(),
  processed_by: by.id,
})

export interface Setting {
  /** When work on it can begin: its arrival, or the day that its window opened. */
  start: Date
  now: Date
  worker: TeamMember
  leads: readonly TeamMember[]
  buyer: Buyer
}

/** Plays a story's acts on an order that has just arrived. */
export function play(chance: Chance, story: Story, { start, now, worker, leads, buyer }: Setting): History {
  const acts = story.acts.filter(({ percent = 100 }) => chance.percent(percent))
  const times = moments(chance, acts, start, now)
  const history: History = {
    state: arrived,
    assignedAt: null,
    events: [],
    remarks: [],
    mailed: [],
    downloads: [],
    refunded: null,
  }
  const record = (at: Date, by: TeamMember | null, action: string, about: HistoryEvent['about'] = null) =>
    history.events.push({ at, by, action, before: null, after: null, about })
  const change = (at: Date, by: TeamMember, action: string, changes: Partial<OrderState>) => {
    const before = history.state
    history.state = { ...before, ...changes }
    history.events.push({ at, by, action, before, after: history.state, about: null })
  }
  const perform = {
    assigned: (at) => {
      history.assignedAt = at
      change(at, worker, 'assigned', { assignee_id: worker.id })
    },
    moved: (at, act) => {
      if (act.kind === 'moved') change(at, worker, 'moved', { process_status: act.to })
    },
    uploaded: (at) => {
      history.mailed.push({ at, by: worker })
      record(at, worker, 'document uploaded', 'document')
      change(at, worker, 'completed by upload', completion(at, worker))
    },
    'mailed again': (at) => {
      history.mailed.push({ at, by: worker })
      record(at, worker, 'mail resent', 'document')
    },
    downloaded: (at) => {
      const isBuyers = chance.percent(70)
      history.downloads.push({
        at,
        ip: isBuyers ? buyer.payment_ip : `203.0.113.${chance.whole(1, 254)}`,
        timezone: chance.pick(timezones),
        device:
          (isBuyers && devices.find(({ userAgent }) => userAgent === buyer.payment_user_agent)) ||
          chance.pick(devices),
      })
      record(at, null, 'downloaded', 'document')
    },
    remark: (at, act) => {
      if (act.kind !== 'remark') return
      const { text, flags } = chance.pick(remarks[act.topic])
      const by = chance.percent(75) ? worker : chance.pick(leads)
      history.remarks.push({ at, by, remark: text, flags })
      record(at, by, 'remark added')
    },
    refunded: (at) => {
      const by = chance.pick(leads)
      history.refunded = { at, by }
      change(at, by, 'refunded', { refund_date: at.toISOString() })
    },
    deleted: (at) => change(at, chance.pick(leads), 'deleted', { process_status: 'Deleted' }),
  } satisfies Record<Act['kind'], (at: Date, act: Act) => void>

  for (const [index, act] of acts.entries()) perform[act.kind](times[index] ?? now, act)
  return history
}
