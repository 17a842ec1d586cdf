import { wireInstant } from '#contract/rules/dates.ts'
import type { Session } from '#contract/session.ts'
import * as contract from '#contract/session.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { deviceOf } from '#server/platform/device.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import {
  deleteMemberResets,
  revokeMemberSessions,
  revokeOtherSessions,
  revokeSession,
  selectMemberSessions,
} from './sessions.queries.ts'
import { clearSessionCookie } from './session-tokens.ts'

/** Latest seen first; the caller's by default. */
export async function listSessions(
  { tx, actor, now, config }: Work,
  memberId = actor.id,
): Promise<Session[]> {
  const rows = await selectMemberSessions(tx, memberId, { now, idleMinutes: config.sessionIdleMinutes })
  return rows.map(({ id, ip, user_agent, created_at, last_seen_at }) => ({
    id,
    ...deviceOf(user_agent),
    ip,
    created_at: wireInstant(created_at),
    last_seen_at: wireInstant(last_seen_at),
    is_current: id === actor.sessionId,
  }))
}

/** Of the caller by default; 404 for an ended session or another member's. */
export async function endSession(
  { tx, actor, now }: Work,
  sessionId: string,
  memberId = actor.id,
): Promise<void> {
  if (!(await revokeSession(tx, memberId, sessionId, now)))
    refuse('notFound', 'This session has already ended.')
}

export const deleteResetLinks = ({ tx }: Pick<Work, 'tx'>, memberId: number) =>
  deleteMemberResets(tx, memberId)

export const endOtherSessions = ({ tx, actor, now }: Work) =>
  revokeOtherSessions(tx, actor.id, actor.sessionId, now)

/** Ends every session of a member, and every link that could open one. */
export async function endMemberSessions(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  memberId: number,
): Promise<void> {
  await revokeMemberSessions(tx, memberId, now)
  await deleteMemberResets(tx, memberId)
}

export const sessionCalls = implement(contract, {
  listSessions: read(async (work) => ({ data: await listSessions(work) })),
  revokeSession: write(async (work, { params: { id }, reply }) => {
    await endSession(work, id)
    await recordAudit(auditContext(work), 'sessions ended', { name: work.actor.name, ended: 1 })
    if (id === work.actor.sessionId) clearSessionCookie(reply, work.config)
    return { message: 'The session has been ended.' }
  }),
})
