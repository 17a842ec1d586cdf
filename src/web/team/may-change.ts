import type { Member } from '#contract/session.ts'
import type { Me } from '#web/session/auth.ts'

/** Only an Admin changes or removes an Admin (product §4). */
export const mayChange = (me: Me, { type }: Pick<Member, 'type'>): boolean =>
  type !== 'Admin' || me.may('manageAdmins')

/** Nobody removes themselves (product §4). */
export const mayRemove = (me: Me, member: Pick<Member, 'id' | 'type'>): boolean =>
  member.id !== me.id && mayChange(me, member)
