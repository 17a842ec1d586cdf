import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/session.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { reauthMinutes, type Member, type Session } from '#contract/session.ts'
import { addressKey } from '#server/platform/auth/address-key.ts'
import {
  addressLimits,
  inAttempt,
  releaseAttempt,
  claimAttempt,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { passwordMatches } from '#server/platform/auth/passwords.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { deviceOf } from '#server/platform/device.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { AnyoneActor, Call, MemberActor, Work } from '#server/platform/work.ts'
import {
  deleteMemberResets,
  lockAccount,
  insertSession,
  selectMemberByEmail,
  revokeSession,
  revokeMemberSessions,
  selectMemberSessions,
} from './sessions.queries.ts'

const hour = 60 * 60_000
/** Product §5, Sign-in. */
const sessionTtlMs = { usual: 12 * hour, remembered: 7 * 24 * hour }

const signInLimits = (email: string, ip: string): AttemptLimit[] => [
  { scope: 'sign-in account', key: `${email.trim().toLowerCase()} ${addressKey(ip)}`, max: 10, minutes: 15 },
  ...addressLimits(ip, { scope: 'sign-in address', max: 60, minutes: 15 }),
]

const wrongSignIn = 'Invalid email or password'

export interface SignedIn {
  jwtToken: string
  expiresAt: Date
  member: Member
}

/** Checks e-mail and password and creates a session; an unknown account is answered like a wrong password. */
export async function signIn(
  call: Call<AnyoneActor>,
  tokens: Tokens,
  body: Body<typeof contract.signIn>,
): Promise<SignedIn> {
  const { db, now, ip } = call
  const limits = signInLimits(body.email, ip)
  const wait = await inAttempt(db, limits, (tx) => claimAttempt(tx, limits, now))
  if (wait) return refuse('tooMany', 'Too many failed attempts. Try again later.', { retryAfter: wait })

  const found = await inTransaction(db, (tx) => selectMemberByEmail(tx, body.email))
  const matches = await passwordMatches(found?.password_hash ?? null, body.password)
  if (!found?.password_hash || !matches) return refuse('invalid', wrongSignIn)
  const { password_hash } = found

  const expiresAt = new Date(now.getTime() + (body.rememberMe ? sessionTtlMs.remembered : sessionTtlMs.usual))
  const session = await inTransaction(db, async (tx) => {
    if (!(await lockAccount(tx, found.id, password_hash))) return refuse('invalid', wrongSignIn)
    await releaseAttempt(tx, limits, now)
    return insertSession(tx, {
      member_id: found.id,
      created_at: now,
      authenticated_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      ip,
      user_agent: call.userAgent,
    })
  })
  const member = { id: found.id, name: found.name, email: found.email ?? '', type: found.role }
  const jwtToken = await tokens.sign(
    { id: member.id, name: member.name, type: member.type },
    session.id,
    expiresAt,
  )
  return { jwtToken, expiresAt, member }
}

export const memberOf = (actor: MemberActor): Member => ({
  id: actor.id,
  name: actor.name,
  email: actor.email,
  type: actor.role,
})

export const signOut = (work: Work) => revokeSession(work.tx, work.actor.id, work.actor.sessionId, work.now)

/** Whether the sign-in is recent enough to change the password without the current one (product §5, Change password). */
export const hasFreshSignIn = ({ actor, now }: Pick<Call, 'actor' | 'now'>): boolean =>
  now.getTime() - actor.authenticatedAt.getTime() <= reauthMinutes * 60_000

/** The caller's open sessions, the latest seen first. */
export async function listSessions({ tx, actor, now }: Work): Promise<Session[]> {
  const rows = await selectMemberSessions(tx, actor.id, now)
  return rows.map(({ id, ip, user_agent, created_at, last_seen_at }) => ({
    id,
    ...deviceOf(user_agent),
    ip,
    created_at: wireInstant(created_at),
    last_seen_at: wireInstant(last_seen_at),
    is_current: id === actor.sessionId,
  }))
}

/** Ends one of the caller's own sessions; 404 for one that is over or another member's. */
export async function endSession({ tx, actor, now }: Work, sessionId: string): Promise<void> {
  if (!(await revokeSession(tx, actor.id, sessionId, now)))
    refuse('notFound', 'This session has already ended.')
}

/** Invalidates all reset links of a member. */
export const deleteResetLinks = ({ tx }: Pick<Work, 'tx'>, memberId: number) =>
  deleteMemberResets(tx, memberId)

/** Ends every session of a member, and every link that could open one. */
export async function endMemberSessions(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  memberId: number,
): Promise<void> {
  await revokeMemberSessions(tx, memberId, now)
  await deleteMemberResets(tx, memberId)
}
