import * as z from 'zod/mini'
import type { PasskeyProof } from '#contract/factor-proof.ts'
import type { FactorOffer } from '#contract/second-factor.ts'
import { clearAttempts, claimAttempt, inAttempt, type AttemptLimit } from '#server/platform/auth/attempts.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, Work } from '#server/platform/work.ts'
import { claimRecoveryCode, claimTotpStep, countRecoveryCodes, selectTotp } from './factors.queries.ts'
import { passkeyProofOptions, provePasskey } from './passkeys.ts'
import { selectPasskeys } from './passkeys.queries.ts'
import { isRecoveryCode, plainCode, recoveryCodeHash } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

type Context = Pick<Work<Actor>, 'tx' | 'now' | 'config' | 'seal'>

/** One of the two. */
export interface FactorProof {
  code?: string | undefined
  passkey?: PasskeyProof | undefined
}

export const hasProof = ({ code, passkey }: FactorProof): boolean =>
  code !== undefined || passkey !== undefined

export function signInMeans({ code, passkey }: FactorProof): string {
  if (passkey) return 'passkey'
  return code === undefined ? 'password' : 'code'
}

/** The secret of an authenticator app, sealed for its member. */
export const totpPlace = 'totp_factors.sealed'
export const totpSecret = z.object({ secret: z.string() })

export async function hasSecondFactor(tx: Tx, memberId: number): Promise<boolean> {
  const totp = await selectTotp(tx, memberId)
  return (totp?.confirmed_at ?? null) !== null || (await selectPasskeys(tx, memberId)).length > 0
}

export async function offerFactors(work: Context, memberId: number): Promise<FactorOffer> {
  const totp = await selectTotp(work.tx, memberId)
  const hasCodes = (totp?.confirmed_at ?? null) !== null || (await countRecoveryCodes(work.tx, memberId)) > 0
  const passkey = await passkeyProofOptions(work, memberId)
  return { code: hasCodes, passkey: passkey && { ...passkey } }
}

async function proveTotp({ tx, seal, now }: Context, memberId: number, code: string): Promise<boolean> {
  const totp = await selectTotp(tx, memberId)
  if (!totp?.confirmed_at) return false
  const { secret } = seal.open(totpSecret, totpPlace, memberId, totp.sealed)
  const step = matchingStep(secret, plainCode(code), now)
  return step !== null && claimTotpStep(tx, memberId, step)
}

async function isProven(work: Context, memberId: number, { code, passkey }: FactorProof): Promise<boolean> {
  if (passkey) return provePasskey(work, memberId, passkey)
  if (code === undefined) return false
  return isRecoveryCode(code)
    ? claimRecoveryCode(work.tx, memberId, recoveryCodeHash(code), work.now)
    : proveTotp(work, memberId, code)
}

/** Per member, from any address: a code has only a million values. */
const proofLimits = (memberId: number): AttemptLimit[] => [
  { scope: 'second factor', key: String(memberId), max: 10, minutes: 15 },
]

/** Uses up a right proof even if a later step fails, and the challenge of a wrong passkey answer. */
export async function requireFactor(
  call: Pick<Call<Actor>, 'db' | 'now' | 'config' | 'seal'>,
  memberId: number,
  proof: FactorProof,
): Promise<void> {
  const { db, now } = call
  const limits = proofLimits(memberId)
  const wait = await inAttempt(db, limits, (tx) => claimAttempt(tx, limits, now))
  if (wait) return refuse('tooMany', 'Too many attempts. Try again later.', { retryAfter: wait })
  if (!(await inTransaction(db, (tx) => isProven({ ...call, tx }, memberId, proof)))) {
    const message = proof.passkey ? 'This passkey was not accepted.' : 'This code is not valid.'
    return refuse('invalid', message, {
      errors: { [proof.passkey ? 'passkey' : 'code']: message },
      event: 'sign-in refused',
    })
  }
  await inTransaction(db, (tx) => clearAttempts(tx, limits))
}
