import type { AuditAction } from '#contract/rules/audit-actions.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Act, DemoMemberName } from './acts.ts'
import { selectLatestWork } from './demo.queries.ts'
import { demoTeam } from './team.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface AuditEntry {
  daysAgo: number
  by: DemoMemberName
  action: AuditAction
  details?: Record<string, unknown>
}

const [firstAdmin, ...others] = demoTeam
const by = firstAdmin.name
const formerMember = { name: 'Putu Wirawan', email: 'putu@pabean.example', type: 'Team' }

const search = (queue: string, letters: number, found: number) => ({ queue, letters, found, orders: [] })

/** Entries since the agency began, oldest first. */
const auditEntries: readonly AuditEntry[] = [
  ...others.map(({ name, email, role }, index): AuditEntry => ({
    daysAgo: 399.9 - index / 100,
    by,
    action: 'member added',
    details: { name, email, type: role },
  })),
  { daysAgo: 399.2, by: 'Rizky Pratama', action: 'password changed' },
  { daysAgo: 398.4, by: 'Siti Rahmawati', action: 'password changed' },
  { daysAgo: 371.5, by, action: 'gateway changed', details: { from: 'Stripe', to: 'Xendit' } },
  { daysAgo: 364.1, by, action: 'gateway changed', details: { from: 'Xendit', to: 'Stripe' } },
  { daysAgo: 212.3, by, action: 'member added', details: formerMember },
  { daysAgo: 131.6, by, action: 'intake key made', details: { name: 'customs-form.example, trial' } },
  { daysAgo: 117.2, by, action: 'intake key revoked', details: { name: 'customs-form.example, trial' } },
  {
    daysAgo: 88.7,
    by,
    action: 'member changed',
    details: { name: 'I Made Surya', changes: [{ field: 'type', from: 'Team', to: 'Night Staff' }] },
  },
  { daysAgo: 54.4, by: 'Dewi Kartika', action: 'password reset' },
  { daysAgo: 33.8, by, action: 'member removed', details: { ...formerMember, released: 3 } },
  {
    daysAgo: 19.1,
    by,
    action: 'member changed',
    details: { name: 'Rizky Pratama', changes: [{ field: 'name', from: 'Rizky P.', to: 'Rizky Pratama' }] },
  },
  {
    daysAgo: 9.3,
    by: 'Dewi Kartika',
    action: 'gateway changed',
    details: { from: 'Stripe', to: 'PayPal' },
  },
  {
    daysAgo: 9.1,
    by: 'Dewi Kartika',
    action: 'gateway changed',
    details: { from: 'PayPal', to: 'Stripe' },
  },
  { daysAgo: 1.2, by: 'I Made Surya', action: 'password changed' },
  { daysAgo: 1.1, by: 'I Made Surya', action: 'signed in', details: { how: 'password', device: 'known' } },
  { daysAgo: 0.9, by: 'Rizky Pratama', action: 'signed in', details: { how: 'passkey', device: 'known' } },
  { daysAgo: 0.88, by: 'Rizky Pratama', action: 'searched', details: search('allOrder', 7, 2) },
  { daysAgo: 0.86, by: 'Rizky Pratama', action: 'refused', details: { what: 'The active members, by name' } },
  { daysAgo: 0.6, by: 'Dewi Kartika', action: 'signed in', details: { how: 'code', device: 'new' } },
  {
    daysAgo: 0.55,
    by: 'Dewi Kartika',
    action: 'exported',
    details: { queue: 'refundOrder', rows: 61, as: 'CSV' },
  },
  { daysAgo: 0.4, by, action: 'signed in', details: { how: 'password', device: 'known' } },
]

const isDemoMember = (name: string): name is DemoMemberName => demoTeam.some((it) => it.name === name)

/** Days with entries of viewed orders. */
const viewedDays = 2
/** Histories of young orders are compressed into the time before the first run. */
const idleMinutes = 20

/** Audit entries outside orders, and a view of each order by the members who worked on it. */
export async function planAuditActs(tx: Tx, now: Date): Promise<Act[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const worked = await selectLatestWork(tx, before(viewedDays * dayMs), before(idleMinutes * minuteMs))
  return [
    ...auditEntries.map(({ daysAgo, by: name, action, details }) => ({
      at: before(daysAgo * dayMs),
      by: name,
      perform: (work: Parameters<Act['perform']>[0]) => recordAudit(auditContext(work), action, details),
    })),
    ...worked.flatMap(({ order_id: order, at, actor }): Act[] =>
      isDemoMember(actor)
        ? [
            {
              at: new Date(at.getTime() - minuteMs),
              by: actor,
              perform: (work) => recordAudit(auditContext(work), 'order viewed', { order }),
            },
          ]
        : [],
    ),
  ]
}
