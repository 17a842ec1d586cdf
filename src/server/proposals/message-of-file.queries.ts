import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The order of the mail with which a file came. */
export const selectMessageOfFile = (tx: Tx, messageFileId: number) =>
  tx
    .selectFrom('message_files as f')
    .innerJoin('messages as m', 'm.id', 'f.message_id')
    .select('m.order_id')
    .where('f.id', '=', messageFileId)
    .executeTakeFirst()

/**
 * Opens the mails of these files as replies, in every order that has the mail, unless one of a mail's files is
 * proposed.
 */
export const openMessagesOfFiles = (tx: Tx, messageFileIds: readonly number[]) =>
  sql`
    update messages m set automatic = false
    from message_files f join messages own on own.id = f.message_id
    where f.id = any(${[...messageFileIds]}::bigint[]) and m.message_id = own.message_id and m.direction = 'in'
      and m.automatic and not exists (
        select from proposals p
        join message_files pf on pf.id = p.message_file_id
        join messages pm on pm.id = pf.message_id
        where pm.message_id = own.message_id)
  `.execute(tx)
