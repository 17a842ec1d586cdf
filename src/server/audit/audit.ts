import type * as contract from '#contract/audit.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { pageOf } from '#server/platform/db/page.ts'
import type { Work } from '#server/platform/work.ts'
import { countAudit, insertAudit, selectAuditPage } from './audit.queries.ts'

/** Who did it and when; `memberId` is null for the command line. */
export interface AuditContext {
  tx: Tx
  now: Date
  memberId: number | null
}

/** Records, in the caller's transaction, what was done outside of orders; `details` must hold no secret. */
export const recordAudit = (
  { tx, now, memberId }: AuditContext,
  action: AuditAction,
  details: Record<string, unknown> = {},
) => insertAudit(tx, { at: now, member_id: memberId, action, details: JSON.stringify(details) })

/** The audit context of a member's own call. */
export const auditContext = ({ tx, now, actor }: Work): AuditContext => ({ tx, now, memberId: actor.id })

/** One page of the audit log, newest first, and the total number of entries. */
export async function listAudit(
  work: Work,
  { page = 1, limit = 50 }: Query<typeof contract.listAuditEvents>,
) {
  const rows = await selectAuditPage(work.tx, pageOf(page, limit))
  return {
    count: await countAudit(work.tx),
    data: rows.map(({ at, details, ...row }) => ({
      ...row,
      at: wireInstant(at),
      details: { ...details },
    })),
  }
}
