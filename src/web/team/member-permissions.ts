import type { Member } from '#contract/session.ts'
import type { CurrentMember } from '#web/session/auth.ts'

/** Only an Admin changes or removes an Admin (product §4). */
export const canChangeMember = (me: CurrentMember, { type }: Pick<Member, 'type'>): boolean =>
  type !== 'Admin' || me.can('manageAdmins')

/** Members cannot remove themselves (product §4). */
export const canRemoveMember = (me: CurrentMember, member: Pick<Member, 'id' | 'type'>): boolean =>
  member.id !== me.id && canChangeMember(me, member)
