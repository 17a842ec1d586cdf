import type { Member } from '#contract/session.ts'
import { recordFailure, secondsLocked, type Limit } from '#server/platform/auth/attempts.ts'
import { passwordMatches } from '#server/platform/auth/passwords.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { AnyoneActor, Call, MemberActor, Work } from '#server/platform/work.ts'
import { insertSession, memberByEmail, revokeSession } from './queries.ts'

const hour = 60 * 60_000
/** Product §5, Sign-in. */
export const sessionLife = { usual: 12 * hour, remembered: 7 * 24 * hour }

const signInLimits = (email: string, ip: string): Limit[] => [
  { scope: 'sign-in account', key: `${email.trim().toLowerCase()} ${ip}`, most: 10, minutes: 15 },
  { scope: 'sign-in address', key: ip, most: 60, minutes: 15 },
]

export interface SignedIn {
  jwtToken: string
  expiresAt: Date
  member: Member
}

/** Checks e-mail and password and opens a session; the same answer for an unknown account and a wrong password. */
export async function signIn(
  call: Call<AnyoneActor>,
  tokens: Tokens,
  body: { email: string; password: string; rememberMe?: boolean | undefined },
): Promise<SignedIn> {
  const { db, now, ip } = call
  const limits = signInLimits(body.email, ip)
  const wait = await secondsLocked(db, limits, now)
  if (wait) return refuse('tooMany', 'Too many failed attempts. Try again later.', { retryAfter: wait })

  const found = await inTransaction(db, (tx) => memberByEmail(tx, body.email))
  const matches = await passwordMatches(found?.password_hash ?? null, body.password)
  if (!found || !matches) {
    await recordFailure(db, limits, now)
    return refuse('invalid', 'Invalid email or password')
  }

  const expiresAt = new Date(now.getTime() + (body.rememberMe ? sessionLife.remembered : sessionLife.usual))
  const session = await inTransaction(db, (tx) =>
    insertSession(tx, {
      member_id: found.id,
      created_at: now,
      authenticated_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      ip,
      user_agent: call.userAgent,
    }),
  )
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

export const signOut = (work: Work) => revokeSession(work.tx, work.actor.sessionId, work.now)
