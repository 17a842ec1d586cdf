import * as contract from '#contract/team.ts'
import type { Http } from '#server/platform/http/http.ts'
import { rolesGivenBy } from './objections.ts'
import { endSessionOfMember, endSessionsOfMember, listMemberSessions } from './member-sessions.ts'
import { addTeamMember, listTeam, removeTeamMember, teamMember, updateTeamMember } from './team.ts'

export function teamRoutes(http: Http) {
  http.read(contract.listTeam, async (work) => ({ data: await listTeam(work) }))
  http.read(contract.teamMemberInfo, async (work, { params }) => ({
    data: await teamMember(work, params.id),
  }))
  http.handle(contract.listTeamMemberTypes, async ({ actor }) => ({ data: rolesGivenBy(actor.role) }))

  http.handle(contract.addTeamMember, async (call, { body }) => ({
    message: 'Team member added successfully.',
    data: await addTeamMember(call, body),
  }))
  http.handle(contract.updateTeamMember, async (call, { body }) => ({
    message: 'Team member updated successfully.',
    data: await updateTeamMember(call, body),
  }))
  http.write(contract.deleteTeamMember, async (work, { body }) => {
    await removeTeamMember(work, body.teamMemberId)
    return { message: 'Team member deleted successfully.' }
  })

  http.read(contract.listMemberSessions, (work, { params }) => listMemberSessions(work, params.memberId))
  http.write(contract.endMemberSession, async (work, { params }) => {
    await endSessionOfMember(work, params.memberId, params.sessionId)
    return { message: 'The session has been ended.' }
  })
  http.write(contract.endMemberSessions, async (work, { params }) => {
    const ended = await endSessionsOfMember(work, params.memberId)
    return { message: ended === 1 ? '1 session has been ended.' : `${ended} sessions have been ended.` }
  })
}
