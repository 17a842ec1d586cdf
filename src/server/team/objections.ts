import { can, roles, type Role } from '#contract/rules/roles.ts'
import type { RefusalCode } from '#server/platform/refusal.ts'

/** The roles that a member of this role may give: an Admin all, a Manager all but Admin (product §4). */
export const rolesGivenBy = (role: Role): Role[] =>
  roles.filter((given) => given !== 'Admin' || can(role, 'manageAdmins'))

export interface Person {
  id: number
  role: Role
}

export interface Objection {
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

export const objectionToAdd = (caller: Person, role: Role): Objection | null => adminObjection(caller, role)

/** `admins` is how many there are before the change. */
export function objectionToChange(
  caller: Person,
  member: Person,
  role: Role,
  admins: number,
): Objection | null {
  const demotes = member.role === 'Admin' && role !== 'Admin'
  return adminObjection(caller, member.role, role) ?? (demotes && admins <= 1 ? lastAdmin : null)
}

export function objectionToRemove(caller: Person, member: Person, admins: number): Objection | null {
  if (caller.id === member.id) return removesSelf
  return adminObjection(caller, member.role) ?? (member.role === 'Admin' && admins <= 1 ? lastAdmin : null)
}
