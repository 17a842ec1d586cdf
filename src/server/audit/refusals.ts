import type { AuditAction } from '#contract/rules/audit-actions.ts'
import { createTurns } from '#server/platform/auth/turns.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { auditContext, recordAudit, type AuditSubject } from './audit.ts'
import { countSince } from './audit.queries.ts'

const hourMs = 60 * 60_000

/** Entries an hour: repeated attempts cannot fill the disk. The last entry says that there may be more. */
const maxPerHour = { refused: 60, 'sign-in refused': 600 } as const satisfies Partial<
  Record<AuditAction, number>
>

const inTurn = createTurns()

/** Records a refusal, up to `maxPerHour` for each member and for all other callers together. */
export async function recordRefusal(
  call: Call<Actor>,
  action: keyof typeof maxPerHour,
  subject: AuditSubject,
): Promise<void> {
  const memberId = call.actor.kind === 'member' ? call.actor.id : null
  const record = async (tx: Tx) => {
    const count = await countSince(tx, action, new Date(call.now.getTime() - hourMs), memberId)
    if (count >= maxPerHour[action]) return
    const isLast = count === maxPerHour[action] - 1
    await recordAudit(auditContext({ ...call, tx }), action, { ...subject, ...(isLast && { more: true }) })
  }
  // Waits without a connection, so that many refusals do not use up the pool.
  await inTurn([`${action} ${memberId ?? ''}`], () => inTransaction(call.db, record))
}
