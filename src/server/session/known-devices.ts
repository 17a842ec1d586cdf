import type { Insertable } from 'kysely'
import type { Config } from '#server/config.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { hostCookieName } from '#server/platform/http/cookies.ts'
import type { Work } from '#server/platform/work.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** The cookie that identifies a browser, for all members who sign in from it. */
export const deviceCookieName = (config: Pick<Config, 'isHttps'>): string =>
  hostCookieName(config, 'pabean_device')

/** The browsers' maximum for cookies. */
export const deviceTtlMs = 400 * 24 * 60 * 60_000

export const isKnownDevice = async (tx: Tx, memberId: number, token: string | undefined): Promise<boolean> =>
  token !== undefined && (await selectDevice(tx, memberId, secretHash(token))) !== undefined

/** Returns the browser's secret, a new one unless ours was given. No notice for an account's first browser. */
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

const selectDevice = (tx: Tx, memberId: number, tokenHash: Buffer) =>
  tx
    .selectFrom('member_devices')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .where('member_id', '=', memberId)
    .executeTakeFirst()

/** A secret with a recorded sign-in is one of ours. */
const isIssued = async (tx: Tx, tokenHash: Buffer): Promise<boolean> =>
  (await tx
    .selectFrom('member_devices')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()) !== undefined

/** Records of long unused browsers expire, so sessions are checked too. */
const hasSignedInBefore = async (tx: Tx, memberId: number): Promise<boolean> =>
  (await tx
    .selectFrom('member_devices')
    .select('member_id')
    .where('member_id', '=', memberId)
    .union(tx.selectFrom('sessions').select('member_id').where('member_id', '=', memberId))
    .executeTakeFirst()) !== undefined

const saveDevice = (tx: Tx, device: Insertable<Tables['member_devices']>) =>
  tx
    .insertInto('member_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict
        .columns(['token_hash', 'member_id'])
        .doUpdateSet({ last_seen_at: device.last_seen_at, user_agent: device.user_agent }),
    )
    .execute()
