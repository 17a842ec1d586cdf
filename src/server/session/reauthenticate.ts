import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { checkCurrentPassword } from './passwords.ts'
import { renewSignIn } from './sessions.queries.ts'

/** Makes the sign-in of this session fresh again; wrong passwords count towards the limit of change password. */
export async function reauthenticate(
  call: Call,
  { currentPassword }: Body<typeof contract.reauthenticate>,
): Promise<void> {
  await checkCurrentPassword(call, currentPassword)
  await inTransaction(call.db, (tx) => renewSignIn(tx, call.actor.sessionId, call.now))
}
