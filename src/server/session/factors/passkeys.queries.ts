import type { Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const selectPasskeys = (tx: Tx, memberId: number) =>
  tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const selectPasskey = (tx: Tx, memberId: number, id: string) =>
  tx
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()

/** False if a member already has it. */
export async function insertPasskey(tx: Tx, passkey: Insertable<Tables['passkeys']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if a concurrent use moved the counter. */
export async function countUse(
  tx: Tx,
  id: string,
  counter: { from: number; to: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: counter.to, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The name of the removed passkey; undefined if it is unknown or another member's. */
export const deletePasskey = (tx: Tx, memberId: number, id: string) =>
  tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('name')
    .executeTakeFirst()

export const deletePasskeys = (tx: Tx, memberId: number) =>
  tx.deleteFrom('passkeys').where('member_id', '=', memberId).returning('id').execute()

export const insertChallenge = (tx: Tx, challenge: Insertable<Tables['passkey_challenges']>) =>
  tx.insertInto('passkey_challenges').values(challenge).execute()

/** Uses up a challenge; of two concurrent answers the second gets false. */
export async function claimChallenge(
  tx: Tx,
  challenge: { hash: Buffer; memberId: number; purpose: 'enrol' | 'prove'; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge.hash)
    .where('member_id', '=', challenge.memberId)
    .where('purpose', '=', challenge.purpose)
    .where('expires_at', '>', challenge.now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
