import type { Tx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { performActs } from './acts.ts'
import { planAuditActs } from './audit-entries.ts'
import { seedOrders } from './fill.ts'
import type { TeamMember } from './histories.ts'
import { planPrivacyActs } from './privacy-requests.ts'
import { planTemplateActs } from './templates.ts'

/** Orders in every queue, and what the team did outside of their histories. */
export async function seedContent(
  { now, tx, ...platform }: Platform & { tx: Tx; now: Date },
  team: readonly TeamMember[],
): Promise<void> {
  const actor = { kind: 'intake', name: 'demo', domains: null } as const
  await seedOrders({ ...platform, tx, actor, now, ip: '', userAgent: '' }, team)
  const acts = [
    ...planTemplateActs(now),
    ...(await planAuditActs(tx, now)),
    ...(await planPrivacyActs(tx, now)),
  ]
  await performActs({ ...platform, tx, now }, team, acts)
}
