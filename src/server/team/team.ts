import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/team.ts'
import type { Member } from '#contract/session.ts'
import { byCaller, recordAudit } from '#server/audit/audit.ts'
import { releaseOrdersOf } from '#server/orders/change-status.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { dropResetLinks, endSessionsOf, hasFreshSignIn } from '#server/session/sign-in.ts'
import {
  holdMembers,
  insertMember,
  markRemoved,
  selectMember,
  selectTeam,
  takenField,
  updateMember,
  type MemberRow,
} from './team.queries.ts'
import { objectionToAdd, objectionToChange, objectionToRemove, type Objection } from './objections.ts'

/** What is shown of a member; never the password or its hash. */
const shown = ({ id, name, email, role }: MemberRow): Member => ({ id, name, email: email ?? '', type: role })

const nobody = () => refuse('notFound', 'There is no such team member.')

export const listTeam = async (work: Pick<Work, 'tx'>): Promise<Member[]> =>
  (await selectTeam(work.tx)).map(shown)

/** 404 for an unknown member and for one who was removed. */
export const teamMember = async (work: Pick<Work, 'tx'>, id: number): Promise<Member> =>
  shown((await selectMember(work.tx, id)) ?? nobody())

function heed(objection: Objection | null): void {
  if (objection) refuse(objection.kind, objection.message)
}

/**
 * The caller as they are now, with the member in question and the number of Admins, held until the transaction ends:
 * of two who remove each other at once, the second is no member any more.
 */
async function held(work: Work, memberId = work.actor.id) {
  const members = await holdMembers(work.tx, [work.actor.id, memberId])
  const caller = members.find(({ id }) => id === work.actor.id)
  if (!caller) return refuse('unauthenticated', 'Session expired. Sign in again.')
  return {
    caller,
    member: members.find(({ id }) => id === memberId),
    admins: members.filter(({ role }) => role === 'Admin').length,
  }
}

const taken = {
  name: 'Another member has this name.',
  email: 'Another member has this e-mail.',
} as const

/** Names and e-mails of active members are unique (product §4): the database decides, also between two at once. */
const refuseTaken = (error: unknown): never => {
  const field = takenField(error)
  if (!field) throw error
  return refuse('conflict', taken[field], { errors: { [field]: taken[field] } })
}

export async function addTeamMember(call: Call, given: Body<typeof contract.addTeamMember>): Promise<Member> {
  const password_hash = await hashPassword(given.password)
  return inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const { caller } = await held(work)
    heed(objectionToAdd(caller, given.type))
    const { name, email, type: role } = given
    const row = await insertMember(tx, { name, email, role, password_hash }, work.now).catch(refuseTaken)
    await recordAudit(byCaller(work), 'member added', { id: row.id, name, email, type: role })
    return shown(row)
  })
}

/** What differs, for the audit: a password is only said to be new. */
function changesOf(before: Member, after: Member, hasNewPassword: boolean) {
  const fields = (['name', 'email', 'type'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  return hasNewPassword ? [...fields, { field: 'password' }] : fields
}

/** Without a password they keep theirs; a new one ends their sessions. */
export async function updateTeamMember(
  call: Call,
  given: Body<typeof contract.updateTeamMember>,
): Promise<Member> {
  // Else a session left open would be enough to take the account over.
  if (given.password !== undefined && given.tmId === call.actor.id && !hasFreshSignIn(call))
    return refuse('forbidden', 'Use Change Password for your own password.')
  const password_hash = given.password === undefined ? undefined : await hashPassword(given.password)
  return inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const { caller, member, admins } = await held(work, given.tmId)
    if (!member) return nobody()
    heed(objectionToChange(caller, member, given.type, admins))
    const change = { name: given.name, email: given.email, role: given.type }
    const row = await updateMember(tx, member.id, {
      ...change,
      ...(password_hash !== undefined && { password_hash }),
    }).catch(refuseTaken)

    if (password_hash !== undefined) await endSessionsOf(work, member.id)
    // A link in a mailbox that is theirs no more opens nothing.
    if (row.email !== member.email) await dropResetLinks(work, member.id)
    const changes = changesOf(shown(member), shown(row), password_hash !== undefined)
    if (changes.length > 0)
      await recordAudit(byCaller(work), 'member changed', { id: row.id, name: row.name, changes })
    return shown(row)
  })
}

/** Their sessions end, their open orders are released, their name stays on what they did (product §3, §4). */
export async function removeTeamMember(work: Work, memberId: number): Promise<void> {
  const { caller, member, admins } = await held(work, memberId)
  if (!member) return nobody()
  heed(objectionToRemove(caller, member, admins))
  await markRemoved(work.tx, member.id, work.now)
  await endSessionsOf(work, member.id)
  const released = await releaseOrdersOf(work, member.id)
  const { id, name, email, role: type } = member
  await recordAudit(byCaller(work), 'member removed', { id, name, email, type, released })
}
