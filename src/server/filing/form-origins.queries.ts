import type { Tx } from '#server/platform/db/database.ts'

export const selectFormOrigins = (tx: Tx) =>
  tx
    .selectFrom('form_origins as f')
    .innerJoin('members as m', 'm.id', 'f.created_by')
    .select(['f.id', 'f.origin', 'f.created_at', 'm.name as created_by'])
    .orderBy('f.origin')
    .execute()

/** Undefined if the origin exists. */
export const insertFormOrigin = (tx: Tx, origin: string, memberId: number, now: Date) =>
  tx
    .insertInto('form_origins')
    .values({ origin, created_at: now, created_by: memberId })
    .onConflict((conflict) => conflict.column('origin').doNothing())
    .returning('id')
    .executeTakeFirst()

export const deleteFormOrigin = (tx: Tx, id: number) =>
  tx.deleteFrom('form_origins').where('id', '=', id).returning('origin').executeTakeFirst()

export const isFormOrigin = async (tx: Tx, origin: string): Promise<boolean> =>
  (await tx.selectFrom('form_origins').select('id').where('origin', '=', origin).executeTakeFirst()) !==
  undefined
