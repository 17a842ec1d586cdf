import { secondFactorRequired } from '#contract/factor-proof.ts'
import * as contract from '#contract/session.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { recordRefusal } from '#server/audit/refusals.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import { refuse } from '#server/platform/refusal.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { hasSecondFactor, requireFactor, signInMeans } from './factors/prove-factor.ts'
import { checkCurrentPassword } from './passwords.ts'
import { renewToken, selectSession } from './sessions.queries.ts'
import { signTokens, setSessionCookie } from './session-tokens.ts'

/** For calls of other tabs that are under way; none of them counts as fresh. */
const formerTokenTtlMs = 10_000

export const reauthenticateCalls = (tokens: Tokens) =>
  implement(contract, {
    /**
     * A member with a second factor proves that one, so that the password alone is not enough at an unlocked desk. Tabs
     * that confirm at once get the same tokens.
     */
    reauthenticate: handle(async (call, { body: { currentPassword, ...proof }, reply }) => {
      if (currentPassword === undefined)
        await requireFactor(call, call.actor.id, proof).catch(async (error: unknown) => {
          await recordRefusal(call, 'sign-in refused', {
            account: call.actor.name,
            reason: 'wrong code',
            again: true,
          })
          throw error
        })
      else {
        if (await inTransaction(call.db, (tx) => hasSecondFactor(tx, call.actor.id)))
          refuse('invalid', 'Please confirm with your second factor.', {
            code: secondFactorRequired,
            event: null,
          })
        await checkCurrentPassword(call, currentPassword)
      }
      const session = await inTransaction(call.db, async (tx) => {
        const times = { now: call.now, formerUntil: new Date(call.now.getTime() + formerTokenTtlMs) }
        const session =
          (await renewToken(tx, call.actor, times)) ?? (await selectSession(tx, call.actor.sessionId))
        const how = currentPassword === undefined ? signInMeans(proof) : 'password'
        await recordAudit(auditContext({ ...call, tx }), 'signed in', { how, again: true })
        return session
      })
      const renewed = await signTokens(tokens, call.actor, session)
      setSessionCookie(reply, call.config, renewed)
      return { message: 'Thank you.', jwtToken: renewed.jwtToken }
    }),
  })
