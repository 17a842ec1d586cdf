import type { Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const selectDevice = (tx: Tx, memberId: number, tokenHash: Buffer) =>
  tx
    .selectFrom('member_devices')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .where('member_id', '=', memberId)
    .executeTakeFirst()

/** Somebody signed in with this secret, which is therefore one of ours. */
export const isIssued = async (tx: Tx, tokenHash: Buffer): Promise<boolean> =>
  (await tx
    .selectFrom('member_devices')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()) !== undefined

/** A browser that is not used for long is forgotten; the session stays. */
export const hasSignedInBefore = async (tx: Tx, memberId: number): Promise<boolean> =>
  (await tx
    .selectFrom('member_devices')
    .select('member_id')
    .where('member_id', '=', memberId)
    .union(tx.selectFrom('sessions').select('member_id').where('member_id', '=', memberId))
    .executeTakeFirst()) !== undefined

export const saveDevice = (tx: Tx, device: Insertable<Tables['member_devices']>) =>
  tx
    .insertInto('member_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict
        .columns(['token_hash', 'member_id'])
        .doUpdateSet({ last_seen_at: device.last_seen_at, user_agent: device.user_agent }),
    )
    .execute()
