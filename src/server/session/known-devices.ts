import type { Config } from '#server/config.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { hostCookieName } from '#server/platform/http/cookies.ts'
import type { Work } from '#server/platform/work.ts'
import { hasSignedInBefore, isIssued, saveDevice, selectDevice } from './known-devices.queries.ts'

/** The cookie by which a browser is known again, whoever signs in from it. */
export const deviceCookieName = (config: Pick<Config, 'isHttps'>): string =>
  hostCookieName(config, 'pabean_device')

/** As long as browsers keep a cookie. */
export const deviceTtlMs = 400 * 24 * 60 * 60_000

/** Whether the member signed in before from the browser with this secret. */
export const isKnownDevice = async (tx: Tx, memberId: number, token: string | undefined): Promise<boolean> =>
  token !== undefined && (await selectDevice(tx, memberId, secretHash(token))) !== undefined

/**
 * Notes the browser of a sign-in. Returns its secret, a new one where the given was not issued by us, and whether the
 * account is used from there for the first time; an account's first browser is none to tell of.
 */
export async function noteDevice(
  { tx, now, userAgent }: Pick<Work, 'tx' | 'now' | 'userAgent'>,
  memberId: number,
  given: string | undefined,
): Promise<{ token: string; isNew: boolean }> {
  const isKnown = await isKnownDevice(tx, memberId, given)
  const isNew = !isKnown && (await hasSignedInBefore(tx, memberId))
  const token =
    given !== undefined && (isKnown || (await isIssued(tx, secretHash(given)))) ? given : newSecret()
  await saveDevice(tx, {
    member_id: memberId,
    token_hash: secretHash(token),
    created_at: now,
    last_seen_at: now,
    user_agent: userAgent,
  })
  return { token, isNew }
}
