import * as contract from '#contract/team.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { hasSecondFactor } from '#server/session/factors/prove-factor.ts'
import { endMemberSessions, endSession, listSessions } from '#server/session/sessions.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { teamMember } from './team.ts'

export const memberSessionCalls = implement(contract, {
  listMemberSessions: read(async (work, { params: { memberId } }) => {
    const { id } = await teamMember(work, memberId)
    return { data: await listSessions(work, id), hasSecondFactor: await hasSecondFactor(work.tx, id) }
  }),
  endMemberSession: write(async (work, { params: { memberId, sessionId } }) => {
    const { id, name } = await teamMember(work, memberId)
    await endSession(work, sessionId, id)
    await recordAudit(auditContext(work), 'sessions ended', { id, name, ended: 1 })
    return { message: 'The session has been ended.' }
  }),
  endMemberSessions: write(async (work, { params: { memberId } }) => {
    const { id, name } = await teamMember(work, memberId)
    const { length: ended } = await listSessions(work, id)
    await endMemberSessions(work, id)
    await recordAudit(auditContext(work), 'sessions ended', { id, name, ended })
    return { message: ended === 1 ? '1 session has been ended.' : `${ended} sessions have been ended.` }
  }),
})
