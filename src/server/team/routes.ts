import * as contract from '#contract/team.ts'
import type { Http } from '#server/platform/http/http.ts'
import { rolesGivenBy } from './objections.ts'
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
}
