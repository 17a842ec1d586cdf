import { addressKey } from '#server/platform/auth/address-key.ts'
import { addressLimits, clearAttempts, type AttemptLimit } from '#server/platform/auth/attempts.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { AnyoneActor, Call } from '#server/platform/work.ts'
import { isKnownDevice } from './known-devices.ts'
import { selectMemberByEmail } from './sessions.queries.ts'

const dayMinutes = 24 * 60

const accountOf = (email: string) => email.trim().toLowerCase()

/** Failures of an account from any address: guessing from many addresses gets fifty tries a day. */
const accountLimit = (email: string): AttemptLimit => ({
  scope: 'sign-in account anywhere',
  key: accountOf(email),
  max: 50,
  minutes: dayMinutes,
})

/** A known browser is exempt from the limit over all addresses, so that a member cannot be locked out. */
export async function signInLimits(
  { db, ip }: Pick<Call<AnyoneActor>, 'db' | 'ip'>,
  email: string,
  device: string | undefined,
): Promise<{ limits: AttemptLimit[]; isKnown: boolean }> {
  const isKnown = await inTransaction(db, async (tx) => {
    const member = await selectMemberByEmail(tx, email)
    return isKnownDevice(tx, member?.id ?? 0, device)
  })
  const limits = [
    { scope: 'sign-in account', key: `${accountOf(email)} ${addressKey(ip)}`, max: 10, minutes: 15 },
    ...(isKnown ? [] : [accountLimit(email)]),
    ...addressLimits(ip, { scope: 'sign-in address', max: 60, minutes: 15 }),
  ]
  return { limits, isKnown }
}

/** A new password clears the failures of the old one. */
export const clearAccountLimit = (tx: Tx, email: string): Promise<void> =>
  clearAttempts(tx, [accountLimit(email)])
