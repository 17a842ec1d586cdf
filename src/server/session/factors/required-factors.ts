import * as z from 'zod/mini'
import { roles, type Role } from '#contract/rules/roles.ts'
import * as contract from '#contract/second-factor.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { endMemberSessions } from '../sessions.ts'
import { tellAccount } from '../tell-account.ts'
import {
  deleteRecoveryCodes,
  deleteTotp,
  lockFactors,
  saveFactorRoles,
  selectFactorRoles,
} from './factors.queries.ts'
import { deletePasskeys } from './passkeys.queries.ts'

const storedRoles = z.object({ roles: z.array(z.enum(roles)) })

/** In the order of all roles; initially none. */
async function readFactorRoles({ tx }: Pick<Work, 'tx'>): Promise<Role[]> {
  const stored = await selectFactorRoles(tx)
  const required = stored ? z.parse(storedRoles, stored.value).roles : []
  return roles.filter((role) => required.includes(role))
}

const rolesText = (list: readonly Role[]) => list.join(', ') || 'no role'

/** Deletes every second factor of a member; false if there was none. */
export async function deleteFactors(tx: Tx, memberId: number): Promise<boolean> {
  const hadTotp = await deleteTotp(tx, memberId)
  const passkeys = await deletePasskeys(tx, memberId)
  await deleteRecoveryCodes(tx, memberId)
  return hadTotp || passkeys.length > 0
}

export const requiredFactorCalls = implement(contract, {
  readFactorRoles: read(async (work) => ({ data: { roles: await readFactorRoles(work) } })),
  setFactorRoles: write(async (work, { body }) => {
    const before = await readFactorRoles(work)
    await saveFactorRoles(work.tx, body.roles)
    const roles = await readFactorRoles(work)
    await recordAudit(auditContext(work), 'second factor by role', {
      from: rolesText(before),
      to: rolesText(roles),
    })
    return { message: 'Saved.', data: { roles } }
  }),
  /** A role's requirement stays. */
  resetFactors: write(async (work, { params: { memberId } }) => {
    const { tx } = work
    const member = await lockFactors(tx, memberId)
    if (!member?.email) return refuse('notFound', 'There is no such team member.')
    if (!(await deleteFactors(tx, memberId)))
      return refuse('conflict', `${member.name} has no second factor.`)
    await endMemberSessions(work, memberId)
    await recordAudit(auditContext(work), 'second factor reset', { id: memberId, name: member.name })
    await tellAccount(
      work,
      { id: memberId, name: member.name, emails: [member.email] },
      'second factor reset',
    )
    return { message: 'The second factor is removed, and every session has ended.' }
  }),
})
