import type { Insertable, QueryCreator } from 'kysely'
import { finishedStatuses } from '#contract/rules/statuses.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Page } from '#server/platform/db/page.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** Undefined if the order already has this mail. */
export const insertMessage = (tx: Tx, message: Insertable<Tables['messages']>) =>
  tx
    .insertInto('messages')
    .values(message)
    .onConflict((same) => same.columns(['order_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Returns the ids in the order of the files. */
export async function insertFiles(
  tx: Tx,
  files: Insertable<Tables['message_files']>[],
): Promise<readonly number[]> {
  if (files.length === 0) return []
  const rows = await tx.insertInto('message_files').values(files).returning('id').execute()
  return rows.map(({ id }) => id)
}

export const selectMessages = (db: Db, orderId: number, limit: number, before?: number) =>
  db
    .selectFrom('messages as m')
    .leftJoin('members as writer', 'writer.id', 'm.member_id')
    .leftJoin('members as handler', 'handler.id', 'm.handled_by')
    .leftJoin('mails', 'mails.id', 'm.mail_id')
    .selectAll('m')
    .select(['writer.name as writer', 'handler.name as handler', 'mails.state as mail_state'])
    .where('m.order_id', '=', orderId)
    .$if(before !== undefined, (query) => query.where('m.id', '<', before ?? 0))
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()

export const selectFiles = (db: Db, orderId: number, messageIds: number[]) =>
  db
    .selectFrom('message_files as f')
    .select(['f.id', 'f.message_id', 'f.sealed_name', 'f.content_type', 'f.size', 'f.kind'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('documents as d')
          .select('d.id')
          .where('d.order_id', '=', orderId)
          .whereRef('d.message_file_id', '=', 'f.id')
          .where('d.withdrawn_at', 'is', null),
      )
        .$castTo<boolean>()
        .as('taken'),
    )
    .where('f.message_id', 'in', messageIds)
    .orderBy('f.id')
    .execute()

/** Lists of received messages that wait for a member. */
export type MessageList = 'replies' | 'automatic'

const openMessages = (db: Db, list: MessageList, seesRestricted: boolean) =>
  db
    .selectFrom('messages as m')
    .innerJoin('orders as o', 'o.order_id', 'm.order_id')
    .$if(!seesRestricted, (query) => query.where('o.restricted_at', 'is', null))
    .where('m.direction', '=', 'in')
    .where('m.handled_at', 'is', null)
    .where('m.automatic', '=', list === 'automatic')
    .$if(list === 'automatic', (query) =>
      query
        .where('m.listed', 'is not', null)
        .where(({ or, eb }) =>
          or([eb('m.listed', '=', 'always'), eb('o.process_status', 'not in', finishedStatuses)]),
        ),
    )

export const selectOpenMessages = (
  tx: Tx,
  list: MessageList,
  { limit, offset }: Page,
  seesRestricted: boolean,
) =>
  openMessages(tx, list, seesRestricted)
    .leftJoin('members as a', 'a.id', 'o.assignee_id')
    .select(['m.id', 'm.order_id', 'm.at', 'm.sealed', 'o.full_name', 'o.process_status'])
    .select('a.name as assign_to')
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** How many messages a list has, and when the oldest came (null without any). */
export const tallyOpenMessages = (db: Db, list: MessageList, seesRestricted: boolean) =>
  openMessages(db, list, seesRestricted)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('m.at').as('oldest_at')])
    .executeTakeFirstOrThrow()

/** Locked, so that of two concurrent calls one settles it. */
export const lockAutomaticMessage = (tx: Tx, orderId: number, id: number) =>
  tx
    .selectFrom('messages')
    .select(['id', 'handled_at'])
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('listed', 'is not', null)
    .where('automatic', '=', true)
    .forUpdate()
    .executeTakeFirst()

export const settleMessage = (
  tx: Tx,
  id: number,
  settlement: { handled_at: Date | null; handled_by: number | null },
) => tx.updateTable('messages').set(settlement).where('id', '=', id).execute()

interface HandledReplies {
  orderId: number
  memberId: number
  now: Date
  /** The newest message that the member saw; absent: all. */
  upTo: number | undefined
}

/** Returns how many replies were open. */
export async function markRepliesHandled(
  tx: Tx,
  { orderId, memberId, now, upTo }: HandledReplies,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ handled_at: now, handled_by: memberId })
    .where('order_id', '=', orderId)
    .where('direction', '=', 'in')
    .where('handled_at', 'is', null)
    .where('automatic', '=', false)
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo ?? 0))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Locked, so that of two concurrent calls one reopens it. */
export const lockNewestReply = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('messages')
    .select(['id', 'handled_at'])
    .where('order_id', '=', orderId)
    .where('direction', '=', 'in')
    .where('automatic', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const selectNewestMessage = (tx: Tx, orderId: number, direction: 'in' | 'out') =>
  tx
    .selectFrom('messages')
    .select(['id', 'at', 'message_id', 'sealed', 'member_id'])
    .where('order_id', '=', orderId)
    .where('direction', '=', direction)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The customer's newest mail that is not forged, which an answer is threaded under. */
export const selectNewestFromCustomer = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('messages')
    .select(['message_id', 'sealed'])
    .where('order_id', '=', orderId)
    .where('direction', '=', 'in')
    .where('from_customer', '=', true)
    .where('automatic', '=', false)
    .where('authentic', '<>', 'fail')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectFile = (tx: Tx, id: number) =>
  tx
    .selectFrom('message_files as f')
    .innerJoin('messages as m', 'm.id', 'f.message_id')
    .select(['f.id', 'f.stored_as', 'f.file_key', 'f.sealed_name', 'f.content_type', 'f.size'])
    .select(['f.message_id', 'm.order_id', 'm.sealed', 'm.authentic'])
    .where('f.id', '=', id)
    .executeTakeFirst()

/** Those of these orders that can get a mail. */
export const selectAddressedOrders = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('orders as o')
    .select(['o.order_id', 'o.email', 'o.traveller_email'])
    .where('o.order_id', 'in', orderIds)
    .where('o.erased_at', 'is', null)
    .orderBy('o.order_id')
    .execute()
export type OrderToWrite = Awaited<ReturnType<typeof selectAddressedOrders>>[number]

export const selectByMessageIds = (tx: Tx, orderId: number, messageIds: readonly string[]) =>
  tx
    .selectFrom('messages')
    .select(['message_id', 'sealed'])
    .where('order_id', '=', orderId)
    .where('message_id', 'in', messageIds)
    .execute()

/** False if the message was changed since `before` was read. */
export async function replaceContent(
  tx: Tx,
  { id, before, sealed }: { id: number; before: Buffer; sealed: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ sealed })
    .where('id', '=', id)
    .where('sealed', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Messages of these orders that a mail may quote. */
export const selectNewestMessages = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('messages')
    .select(['order_id', 'sealed'])
    .where('order_id', 'in', orderIds)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

/** The mail as it came; undefined without one. */
export const selectOriginal = (db: QueryCreator<Tables>, orderId: number, messageId: number) =>
  db
    .selectFrom('message_files as f')
    .innerJoin('messages as m', 'm.id', 'f.message_id')
    .innerJoin('orders as o', 'o.order_id', 'm.order_id')
    .select(['f.stored_as', 'f.file_key', 'o.order_id', 'o.erased_at', 'o.restricted_at'])
    .where('m.order_id', '=', orderId)
    .where('m.id', '=', messageId)
    .where('f.kind', '=', 'original')
    .executeTakeFirst()
