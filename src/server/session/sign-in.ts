import * as contract from '#contract/session.ts'
import { secondFactorRequired } from '#contract/factor-proof.ts'
import { auditContext, memberAuditContext, recordAudit } from '#server/audit/audit.ts'
import { recordRefusal } from '#server/audit/refusals.ts'
import { claimAttempt, inAttempt, releaseAttempt, type AttemptLimit } from '#server/platform/auth/attempts.ts'
import { generatedPasswordDays } from '#server/platform/auth/generated-password.ts'
import { passwordMatches } from '#server/platform/auth/passwords.ts'
import { findOpenSession } from '#server/platform/auth/sessions.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { AnyoneActor, Call } from '#server/platform/work.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import { handle, implement, write } from '#server/platform/http/implement.ts'
import { selectMustEnrol } from './factors/factors.queries.ts'
import {
  hasProof,
  hasSecondFactor,
  offerFactors,
  requireFactor,
  signInMeans,
  type FactorProof,
} from './factors/prove-factor.ts'
import { noteDevice, deviceCookieName, deviceTtlMs } from './known-devices.ts'
import { lockAccount, insertSession, selectMemberByEmail, revokeSession } from './sessions.queries.ts'
import { signTokens, cookieOptions, setSessionCookie, clearSessionCookie } from './session-tokens.ts'
import { signInLimits } from './sign-in-limits.ts'
import { tellAccount } from './tell-account.ts'
import { memberOf } from './user-info.ts'

const hour = 60 * 60_000
/** Product §5, Sign-in. */
const sessionTtlMs = { usual: 12 * hour, remembered: 7 * 24 * hour }

const wrongSignIn = 'Invalid email or password'
const expiredPassword = `This password was good for ${generatedPasswordDays} days. Ask for a link by Forgot password, or start the server again: it prints a new one.`

/** Asked only after the right password. 400 `SECOND_FACTOR_REQUIRED` with the possible factors if none was given. */
async function proveIdentity(
  call: Call<AnyoneActor>,
  memberId: number,
  proof: FactorProof,
  limits: readonly AttemptLimit[],
): Promise<void> {
  const { db, now } = call
  if (!(await inTransaction(db, (tx) => hasSecondFactor(tx, memberId)))) return
  if (hasProof(proof)) return requireFactor(call, memberId, proof)
  const data = await inTransaction(db, async (tx) => {
    await releaseAttempt(tx, limits, now)
    return offerFactors({ ...call, tx }, memberId)
  })
  refuse('invalid', 'Please confirm with your second factor.', {
    code: secondFactorRequired,
    data,
    event: null,
  })
}

/** The browser's current session, which the new one replaces. */
async function findReplacedSession({ db, now, config }: Call<AnyoneActor>, tokens: Tokens, cookie = '') {
  const ids = await tokens.verify(cookie, 'files', now)
  const time = { now, idleMinutes: config.sessionIdleMinutes }
  return ids && ((await findOpenSession(db, ids, time))?.member ?? null)
}

export const signInCalls = (tokens: Tokens) =>
  implement(contract, {
    /** An unknown account gets the reply of a wrong password. */
    signIn: handle(async (call, { body, request, reply }) => {
      const { db, now, ip, config } = call
      const { [deviceCookieName(config)]: device, [sessionCookieName(config)]: earlierSession } =
        request.cookies
      const { limits, isKnown } = await signInLimits(call, body.email, device)
      const wait = await inAttempt(db, limits, (tx) => claimAttempt(tx, limits, now))
      const found = await inTransaction(db, (tx) => selectMemberByEmail(tx, body.email))
      const recordRefused = (reason: string) =>
        recordRefusal(call, 'sign-in refused', {
          account: found?.name ?? null,
          ...(found && { accountId: found.id }),
          reason,
          device: isKnown ? 'known' : 'new',
        })
      if (wait) {
        await recordRefused('too many attempts')
        return refuse('tooMany', 'Too many failed attempts. Try again later.', { retryAfter: wait })
      }
      const matches = await passwordMatches(found?.password_hash ?? null, body.password)
      if (!found?.password_hash || !matches) {
        await recordRefused('wrong password')
        return refuse('invalid', wrongSignIn, { event: 'sign-in refused' })
      }
      const { password_hash, password_expires_at } = found
      if (password_expires_at && password_expires_at <= now) {
        await recordRefused('password expired')
        return refuse('invalid', expiredPassword)
      }
      await proveIdentity(call, found.id, body, limits).catch(async (error: unknown) => {
        if (hasProof(body)) await recordRefused(body.passkey ? 'passkey not accepted' : 'wrong code')
        throw error
      })

      const replaced = await findReplacedSession(call, tokens, earlierSession)
      const expiresAt = new Date(
        now.getTime() + (body.rememberMe ? sessionTtlMs.remembered : sessionTtlMs.usual),
      )
      const { session, deviceToken, mustEnrol } = await inTransaction(db, async (tx) => {
        if (!(await lockAccount(tx, found.id, password_hash)))
          return refuse('invalid', wrongSignIn, { event: 'sign-in refused' })
        await releaseAttempt(tx, limits, now)
        if (replaced) await revokeSession(tx, replaced.id, replaced.sessionId, now)
        const work = { ...call, tx }
        const { token, isNew } = await noteDevice(work, found.id, device)
        if (isNew) await tellAccount(work, { ...found, emails: [found.email] }, 'new device')
        const session = await insertSession(tx, {
          member_id: found.id,
          created_at: now,
          authenticated_at: now,
          last_seen_at: now,
          expires_at: expiresAt,
          ip,
          user_agent: call.userAgent,
          remembered: body.rememberMe ?? false,
        })
        const account = { ...found, sessionId: session.id }
        await recordAudit(memberAuditContext(work, account), 'signed in', {
          how: signInMeans(body),
          device: isKnown ? 'known' : 'new',
        })
        return { session, deviceToken: token, mustEnrol: await selectMustEnrol(tx, found.id) }
      })
      const signed = await signTokens(tokens, found, session)
      setSessionCookie(reply, config, signed)
      const deviceOptions = { ...cookieOptions(config), maxAge: deviceTtlMs / 1000 }
      reply.setCookie(deviceCookieName(config), deviceToken, deviceOptions)
      return {
        message: 'You are signed in.',
        jwtToken: signed.jwtToken,
        data: memberOf({ ...found, email: found.email ?? '' }),
        ...(mustEnrol && { mustEnrol }),
      }
    }),
    signOut: write(async (work, { reply }) => {
      await revokeSession(work.tx, work.actor.id, work.actor.sessionId, work.now)
      await recordAudit(auditContext(work), 'signed out')
      clearSessionCookie(reply, work.config)
      return { message: 'You are signed out.' }
    }),
  })
