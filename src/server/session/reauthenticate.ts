import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/session.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { recordRefusal } from '#server/audit/refusals.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { requireFactor, signInMeans } from './factors/prove-factor.ts'
import { checkCurrentPassword } from './passwords.ts'
import { renewSignIn } from './sessions.queries.ts'

/** Makes the sign-in of this session fresh again; wrong passwords and codes count towards the usual limits. */
export async function reauthenticate(
  call: Call,
  { currentPassword, ...proof }: Body<typeof contract.reauthenticate>,
): Promise<void> {
  if (currentPassword === undefined)
    await requireFactor(call, call.actor.id, proof).catch(async (error: unknown) => {
      await recordRefusal(call, 'sign-in refused', {
        account: call.actor.name,
        reason: 'wrong code',
        again: true,
      })
      throw error
    })
  else await checkCurrentPassword(call, currentPassword)
  await inTransaction(call.db, async (tx) => {
    await renewSignIn(tx, call.actor.sessionId, call.now)
    const how = currentPassword === undefined ? signInMeans(proof) : 'password'
    await recordAudit(auditContext({ ...call, tx }), 'signed in', { how, again: true })
  })
}
