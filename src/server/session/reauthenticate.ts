import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { requireFactor } from './factors/prove-factor.ts'
import { checkCurrentPassword } from './passwords.ts'
import { renewSignIn } from './sessions.queries.ts'

/** Makes the sign-in of this session fresh again; wrong passwords and codes count towards the usual limits. */
export async function reauthenticate(
  call: Call,
  { currentPassword, ...proof }: Body<typeof contract.reauthenticate>,
): Promise<void> {
  if (currentPassword === undefined) await requireFactor(call, call.actor.id, proof)
  else await checkCurrentPassword(call, currentPassword)
  await inTransaction(call.db, (tx) => renewSignIn(tx, call.actor.sessionId, call.now))
}
