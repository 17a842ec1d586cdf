import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isActorName } from './rules/actor-names.ts'
import { roles } from './rules/roles.ts'
import { member, newPassword, session } from './session.ts'
import { emailAddress, requiredText, rowId } from './common-schemas.ts'

const maxMemberNameLength = 100

/** The messages are the specification's (spec §5, Team member). */
const name = requiredText('Please enter your name.', maxMemberNameLength).check(
  z.refine((text) => !isActorName(text), 'This name stands for somebody else in histories.'),
)
const email = emailAddress('Please enter your email.', 'Please enter your email.')
/** A short password is refused with the message of change password (product §5). */
const password = newPassword('Please enter your password.')
const type = z.enum(roles, 'Please select type.')

export const listTeam = endpoint({
  method: 'GET',
  path: '/admin/get-team-member-list',
  summary: 'The active members, by name',
  allow: 'manageTeam',
  reply: z.object({ data: z.array(member) }),
})

export const teamMemberInfo = endpoint({
  method: 'GET',
  path: '/admin/team-member-info/:id',
  summary: 'One active member',
  allow: 'manageTeam',
  params: z.object({ id: rowId }),
  reply: z.object({ data: member }),
})

export const listTeamMemberTypes = endpoint({
  method: 'GET',
  path: '/admin/get-team-member-type',
  summary: 'The roles that the caller may give',
  allow: 'manageTeam',
  reply: z.object({ data: z.array(z.enum(roles)) }),
})

export const addTeamMember = endpoint({
  method: 'POST',
  path: '/admin/add-team-member',
  summary: 'Add a member',
  allow: 'manageTeam',
  needsFreshSignIn: true,
  body: z.strictObject({ name, email, password, type }),
  reply: z.object({ data: member }),
})

/** Without `password` the member keeps theirs (product §5). */
export const updateTeamMember = endpoint({
  method: 'POST',
  path: '/admin/update-team-member',
  summary: 'Change a member',
  allow: 'manageTeam',
  needsFreshSignIn: true,
  body: z.strictObject({ name, email, password: z.optional(password), type, tmId: rowId }),
  reply: z.object({ data: member }),
})

export const deleteTeamMember = endpoint({
  method: 'PUT',
  path: '/admin/delete-team-member',
  summary: 'Remove a member: their sessions end, their open orders are released',
  allow: 'manageTeam',
  needsFreshSignIn: true,
  body: z.strictObject({ teamMemberId: rowId }),
})

const memberId = z.object({ memberId: rowId })

export const listMemberSessions = endpoint({
  method: 'GET',
  path: '/admin/member-sessions/:memberId',
  summary: 'The sessions of a member that are open, the latest seen first',
  allow: 'endOthersSessions',
  params: memberId,
  reply: z.object({ data: z.array(session), hasSecondFactor: z.boolean() }),
})

export const endMemberSession = endpoint({
  method: 'DELETE',
  path: '/admin/member-sessions/:memberId/:sessionId',
  summary: 'End one session of a member',
  allow: 'endOthersSessions',
  params: z.object({ memberId: rowId, sessionId: z.uuid('Session is not valid.') }),
})

export const endMemberSessions = endpoint({
  method: 'DELETE',
  path: '/admin/member-sessions/:memberId',
  summary: 'End every session of a member; links for a new password that were mailed end with them',
  allow: 'endOthersSessions',
  params: memberId,
})
