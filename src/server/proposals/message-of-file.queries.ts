import type { Tx } from '#server/platform/db/database.ts'

/** The order of the mail with which a file came. */
export const selectMessageOfFile = (tx: Tx, messageFileId: number) =>
  tx
    .selectFrom('message_files as f')
    .innerJoin('messages as m', 'm.id', 'f.message_id')
    .select('m.order_id')
    .where('f.id', '=', messageFileId)
    .executeTakeFirst()
