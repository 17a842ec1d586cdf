import type { Session } from '#contract/session.ts'
import * as contract from '#contract/team.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import type { Work } from '#server/platform/work.ts'
import { hasSecondFactor } from '#server/session/factors/prove-factor.ts'
import { endMemberSessions, endSession, listSessions } from '#server/session/sessions.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { teamMember } from './team.ts'

/** The open sessions of a member, and whether there is a second factor to reset. */
export async function listMemberSessions(
  work: Work,
  memberId: number,
): Promise<{ data: Session[]; hasSecondFactor: boolean }> {
  const { id } = await teamMember(work, memberId)
  return { data: await listSessions(work, id), hasSecondFactor: await hasSecondFactor(work.tx, id) }
}

export async function endSessionOfMember(work: Work, memberId: number, sessionId: string): Promise<void> {
  const { id, name } = await teamMember(work, memberId)
  await endSession(work, sessionId, id)
  await recordAudit(auditContext(work), 'sessions ended', { id, name, ended: 1 })
}

/** How many were open. */
export async function endSessionsOfMember(work: Work, memberId: number): Promise<number> {
  const { id, name } = await teamMember(work, memberId)
  const { length: ended } = await listSessions(work, id)
  await endMemberSessions(work, id)
  await recordAudit(auditContext(work), 'sessions ended', { id, name, ended })
  return ended
}

export const memberSessionCalls = implement(contract, {
  listMemberSessions: read((work, { params }) => listMemberSessions(work, params.memberId)),
  endMemberSession: write(async (work, { params }) => {
    await endSessionOfMember(work, params.memberId, params.sessionId)
    return { message: 'The session has been ended.' }
  }),
  endMemberSessions: write(async (work, { params }) => {
    const ended = await endSessionsOfMember(work, params.memberId)
    return { message: ended === 1 ? '1 session has been ended.' : `${ended} sessions have been ended.` }
  }),
})
