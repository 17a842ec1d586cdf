import type { Role } from '#contract/rules/roles.ts'
import { factorRolesSetting, mustEnrol } from '#server/platform/auth/sessions.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/page.ts'

export const selectMustEnrol = async (tx: Tx, memberId: number): Promise<boolean> => {
  const { must_enrol } = await tx
    .selectFrom('members as m')
    .select(mustEnrol.as('must_enrol'))
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
  return must_enrol
}

/** Serialises the changes of one member's factors. */
export const lockFactors = (tx: Tx, memberId: number) =>
  tx
    .selectFrom('members')
    .select(['name', 'email'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const selectTotp = (tx: Tx, memberId: number) =>
  tx
    .selectFrom('totp_factors')
    .select(['sealed', 'confirmed_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()

/** Replaces an unconfirmed secret; false if the member has a confirmed one. */
export async function savePendingTotp(tx: Tx, memberId: number, sealed: Buffer, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totp_factors')
    .values({ member_id: memberId, sealed, created_at: now, confirmed_at: null, last_step: null })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ sealed, created_at: now })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if it is already confirmed. */
export async function confirmTotp(tx: Tx, memberId: number, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the code of a time step and those before it; of two concurrent uses of a code the second gets false. */
export async function claimTotpStep(tx: Tx, memberId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if there is no confirmed one. */
export async function deleteTotp(tx: Tx, memberId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('totp_factors')
    .where('member_id', '=', memberId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmed_at !== null
}

/** False for a code that is unknown, used, or another member's. */
export async function claimRecoveryCode(
  tx: Tx,
  memberId: number,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const countRecoveryCodes = (tx: Tx, memberId: number) =>
  countRows(
    tx,
    tx
      .selectFrom('recovery_codes')
      .select('member_id')
      .where('member_id', '=', memberId)
      .where('used_at', 'is', null),
  )

export const insertRecoveryCodes = (tx: Tx, memberId: number, codeHashes: readonly Buffer[]) =>
  tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ member_id: memberId, code_hash, used_at: null })))
    .execute()

export const deleteRecoveryCodes = (tx: Tx, memberId: number) =>
  tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()

export const selectFactorRoles = (tx: Tx) =>
  tx.selectFrom('settings').select('value').where('key', '=', factorRolesSetting).executeTakeFirst()

export const saveFactorRoles = (tx: Tx, roles: readonly Role[]) => {
  const value = JSON.stringify({ roles })
  return tx
    .insertInto('settings')
    .values({ key: factorRolesSetting, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
