import * as contract from '#contract/team.ts'
import type { Member } from '#contract/session.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { deleteMemberDrafts } from '#server/drafts/drafts.ts'
import { releaseMemberOrders } from '#server/orders/change-status.ts'
import { requireUncommonPassword } from '#server/platform/auth/common-passwords.ts'
import { sessionExpired } from '#server/platform/auth/identify.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse, type RefusalCode } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { deleteFactors } from '#server/session/factors/required-factors.ts'
import { requireOwnPassword } from '#server/session/passwords.ts'
import { deleteResetLinks, endMemberSessions } from '#server/session/sessions.ts'
import { tellAccount } from '#server/session/tell-account.ts'
import { handle, implement, read, write } from '#server/platform/http/implement.ts'
import { can, roles, type Role } from '#contract/rules/roles.ts'
import {
  lockMembers,
  insertMember,
  markRemoved,
  selectMember,
  selectTeam,
  conflictingField,
  updateMember,
  type MemberRow,
} from './team.queries.ts'

/** The roles that a member of this role may give: an Admin all, a Manager all but Admin (product §4). */
const rolesGivenBy = (role: Role): Role[] =>
  roles.filter((given) => given !== 'Admin' || can(role, 'manageAdmins'))

interface Person {
  id: number
  role: Role
}

interface Objection {
  kind: RefusalCode
  message: string
}

const adminsOnly: Objection = {
  kind: 'forbidden',
  message: 'Only an Admin can add, change or remove an Admin.',
}
const lastAdmin: Objection = {
  kind: 'conflict',
  message: 'The last Admin cannot be removed or given another role.',
}
const removesSelf: Objection = { kind: 'forbidden', message: 'You cannot remove yourself.' }

/** Only an Admin may change members whose role is or becomes Admin. */
const adminObjection = (caller: Person, ...affectedRoles: (Role | null)[]): Objection | null =>
  affectedRoles.includes('Admin') && !can(caller.role, 'manageAdmins') ? adminsOnly : null

const objectionToAdd = (caller: Person, role: Role): Objection | null => adminObjection(caller, role)

/** `admins`: their number before the change. */
function objectionToChange(caller: Person, member: Person, role: Role, admins: number): Objection | null {
  const demotes = member.role === 'Admin' && role !== 'Admin'
  return adminObjection(caller, member.role, role) ?? (demotes && admins <= 1 ? lastAdmin : null)
}

function objectionToRemove(caller: Person, member: Person, admins: number): Objection | null {
  if (caller.id === member.id) return removesSelf
  return adminObjection(caller, member.role) ?? (member.role === 'Admin' && admins <= 1 ? lastAdmin : null)
}

/** Never includes the password or its hash. */
const toMember = ({ id, name, email, role }: MemberRow): Member => ({
  id,
  name,
  email: email ?? '',
  type: role,
})

const refuseUnknownMember = () => refuse('notFound', 'There is no such team member.')

/** 404 for an unknown or removed member. */
export const teamMember = async (work: Pick<Work, 'tx'>, id: number): Promise<Member> =>
  toMember((await selectMember(work.tx, id)) ?? refuseUnknownMember())

function refuseObjection(objection: Objection | null): void {
  if (objection) refuse(objection.kind, objection.message)
}

/** Locked until the transaction ends: of two members who remove each other at once the second gets 401. */
async function lockTeam(work: Work, memberId = work.actor.id) {
  const members = await lockMembers(work.tx, [work.actor.id, memberId])
  const caller = members.find(({ id }) => id === work.actor.id)
  if (!caller) return refuse('unauthenticated', sessionExpired)
  return {
    caller,
    member: members.find(({ id }) => id === memberId),
    admins: members.filter(({ role }) => role === 'Admin').length,
  }
}

const duplicateMessages = {
  name: 'Another member has this name.',
  email: 'Another member has this e-mail.',
} as const

/**
 * Names and e-mails of active members are unique (product §4); the database's index decides, also between concurrent
 * calls.
 */
const refuseDuplicate = (error: unknown): never => {
  const field = conflictingField(error)
  if (!field) throw error
  return refuse('conflict', duplicateMessages[field], { errors: { [field]: duplicateMessages[field] } })
}

/** The changed fields, for the audit: a password is only reported as new. */
function diffMember(before: Member, after: Member, hasNewPassword: boolean) {
  const fields = (['name', 'email', 'type'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  return hasNewPassword ? [...fields, { field: 'password' }] : fields
}

/** Ends what a new password or e-mail invalidates, and mails both addresses. */
async function followUp(work: Work, before: MemberRow, after: MemberRow, hasNewPassword: boolean) {
  const account = { ...after, emails: [before.email, after.email] }
  if (hasNewPassword) {
    await endMemberSessions(work, after.id)
    await tellAccount(work, account, 'password changed')
  }
  if (after.email === before.email) return
  // Links sent to the old address must not work any more.
  await deleteResetLinks(work, after.id)
  await tellAccount(work, account, 'email changed', { from: before.email ?? '', to: after.email ?? '' })
}

export const teamCalls = implement(contract, {
  listTeam: read(async ({ tx }) => ({ data: (await selectTeam(tx)).map(toMember) })),
  teamMemberInfo: read(async (work, { params }) => ({ data: await teamMember(work, params.id) })),
  listTeamMemberTypes: handle(async ({ actor }) => ({ data: rolesGivenBy(actor.role) })),
  addTeamMember: handle(async (call, { body: input }) => {
    requireUncommonPassword(call.config, input, input.password, 'password')
    const password_hash = await hashPassword(input.password)
    const data = await inTransaction(call.db, async (tx) => {
      const work = { ...call, tx }
      const { caller } = await lockTeam(work)
      refuseObjection(objectionToAdd(caller, input.type))
      const { name, email, type: role } = input
      const row = await insertMember(tx, { name, email, role, password_hash }, work.now).catch(
        refuseDuplicate,
      )
      await recordAudit(auditContext(work), 'member added', { id: row.id, name, email, type: role })
      return toMember(row)
    })
    return { message: 'Team member added successfully.', data }
  }),
  /** Without a password the member keeps theirs; a new one ends their sessions. */
  updateTeamMember: handle(async (call, { body: input }) => {
    if (input.password !== undefined) requireUncommonPassword(call.config, input, input.password, 'password')
    const password_hash = input.password === undefined ? undefined : await hashPassword(input.password)
    const data = await inTransaction(call.db, async (tx) => {
      const work = { ...call, tx }
      const { caller, member, admins } = await lockTeam(work, input.tmId)
      if (!member) return refuseUnknownMember()
      refuseObjection(objectionToChange(caller, member, input.type, admins))
      if (input.password !== undefined) await requireOwnPassword(tx, member.id, input.password, 'password')
      const change = { name: input.name, email: input.email, role: input.type }
      const row = await updateMember(tx, member.id, {
        ...change,
        ...(password_hash !== undefined && { password_hash, password_expires_at: null }),
      }).catch(refuseDuplicate)

      await followUp(work, member, row, password_hash !== undefined)
      const changes = diffMember(toMember(member), toMember(row), password_hash !== undefined)
      if (changes.length > 0)
        await recordAudit(auditContext(work), 'member changed', { id: row.id, name: row.name, changes })
      return toMember(row)
    })
    return { message: 'Team member updated successfully.', data }
  }),
  /** Their name stays in the history (product §3, §4). */
  deleteTeamMember: write(async (work, { body: { teamMemberId } }) => {
    const { caller, member, admins } = await lockTeam(work, teamMemberId)
    if (!member) return refuseUnknownMember()
    refuseObjection(objectionToRemove(caller, member, admins))
    await markRemoved(work.tx, member.id, work.now)
    await endMemberSessions(work, member.id)
    await deleteFactors(work.tx, member.id)
    await deleteMemberDrafts(work.tx, member.id)
    const released = await releaseMemberOrders(work, member.id)
    const { id, name, email, role: type } = member
    await recordAudit(auditContext(work), 'member removed', { id, name, email, type, released })
    return { message: 'Team member deleted successfully.' }
  }),
})
